/** Paths of these Lucide icons: the components would be a fortieth of the grid's code. */
const drawings = {
  'arrow-down': 'M12 5v14M19 12l-7 7-7-7',
  'arrow-up': 'M5 12l7-7 7 7M12 19V5',
  'arrow-up-down': 'M21 16l-4 4-4-4M17 20V4M3 8l4-4 4 4M7 4v16',
  'chevron-down': 'M6 9l6 6 6-6',
  'chevron-right': 'M9 18l6-6-6-6',
}

/** A decorative icon in a heading. */
export const HeadingIcon = ({ name }: { name: keyof typeof drawings }) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={drawings[name]} />
  </svg>
)

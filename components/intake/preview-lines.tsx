/** How a file begins, line by line, as it stands. */
export const PreviewLines = ({ lines }: { lines: readonly string[] }) => (
  <pre className="min-w-0 flex-1 overflow-hidden text-ellipsis font-sans text-xs">{lines.join('\n')}</pre>
)

/** The common look of everything that opens over the page: a border, no shadow. */
export const popupClasses = 'rounded-md border border-line-strong bg-bg text-ink text-sm outline-none'

/** The look of a choice in a list that opens over the page. */
export const choiceClasses =
  'flex min-h-7 max-[640px]:min-h-10 cursor-default items-center gap-2 rounded px-2 py-1 outline-none select-none data-highlighted:bg-shade data-disabled:text-ink-3'

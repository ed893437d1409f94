/** The look of a cell of the list of drafts. */
export const cellClasses = 'border-line-soft border-b px-3.5'

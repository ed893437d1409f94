/** Classes of a cell in the table of clients. */
export const cellClasses = 'whitespace-nowrap border-line-soft border-b px-3.5'

/**
 * The type of the records of each sheet, by the sheet's id. It has a file of its own so that pages that only name the
 * sheets do not load the contract.
 */
export const recordTypes = {
  'orders/japan': 'order',
  'orders/general': 'order',
  products: 'product',
} as const satisfies Readonly<Record<string, 'order' | 'product'>>

/** The ids of all sheets, in the order of the navigation. */
export const sheetIds = Object.keys(recordTypes) as readonly (keyof typeof recordTypes)[]

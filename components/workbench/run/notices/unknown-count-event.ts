/** Name of the window event after the number of unconfirmed orders changed: the navigation counts them again. */
export const UNKNOWN_COUNT_EVENT = 'lading:unknown'

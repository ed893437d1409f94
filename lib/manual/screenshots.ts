/** Pixels of every screenshot of the manual, so that a page keeps their place before they arrive. */
export const SCREENSHOT_SIZE = { width: 1200, height: 720 } as const

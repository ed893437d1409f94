/** How pages look; `system` follows the device. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The theme that was chosen in this browser; absent: `system`. */
export const THEME_COOKIE = 'lading-theme'

/** The theme of a cookie's value. */
export const themeOf = (value: string | undefined): Theme => themes.find(theme => theme === value) ?? 'system'

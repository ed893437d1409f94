import en from './en.json'

/** The language of the desk. English until operators can choose. */
export const LOCALE = 'en'

/** Every sentence of the desk, nested by area. */
export const messages = en

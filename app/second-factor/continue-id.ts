/** The id of the link that leads on, on the page that asks for a second factor. */
export const CONTINUE_ID = 'continue'

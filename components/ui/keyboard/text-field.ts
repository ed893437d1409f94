/** Selects the elements into which text is typed. */
export const TEXT_FIELD = ':is(textarea, input:not([type=checkbox], [type=radio], [type=file]))'

/** What opens over the page. The list of a choice, and a menu, are outside of the dialog that they belong to. */
const OVERLAY = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/** Whether a key is pressed in something that is open over the page: it is not meant for the page below. */
export const isInOverlay = ({ target }: Pick<Event, 'target'>): boolean =>
  target instanceof Element && target.closest(OVERLAY) !== null

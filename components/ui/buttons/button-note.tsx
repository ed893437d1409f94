import { classes } from '../classes'

/**
 * A few words in smaller type after a button's label, such as a key or a count. They are not part of its accessible
 * name; assistive technology gets them by `aria-keyshortcuts` or a description.
 */
export const ButtonNote = ({ text, room, className }: ButtonNoteProps) => (
  <small
    aria-hidden="true"
    data-text={text}
    style={{ minWidth: room && `${room}ch` }}
    className={classes('font-normal text-xs opacity-90 before:content-[attr(data-text)]', className)}
  />
)

interface ButtonNoteProps {
  text: string
  /** Characters for which room is reserved, so that neighbours of the button do not move. */
  room?: number
  className?: string
}

import { classes } from './classes'

/**
 * A few words in smaller type after a button's label, such as its key or a count. They are no part of its name, by
 * which it is called and heard: those who do not see them get them by `aria-keyshortcuts` or a description.
 */
export const Aside = ({ text, room, className }: AsideProps) => (
  <small
    aria-hidden="true"
    data-text={text}
    style={{ minWidth: room && `${room}ch` }}
    className={classes('font-normal text-xs opacity-90 before:content-[attr(data-text)]', className)}
  />
)

interface AsideProps {
  text: string
  /** Characters for which there is room always: what stands beside the button stays where it is. */
  room?: number
  className?: string
}

import { classes } from './classes'

/**
 * A few words in smaller type after a button's label, such as its key or a count. They are no part of its name, by
 * which it is called and heard: those who do not see them get them by `aria-keyshortcuts` or a description.
 */
export const Aside = ({ text, className }: { text: string; className?: string }) => (
  <small
    aria-hidden="true"
    data-text={text}
    className={classes('font-normal text-xs opacity-90 before:content-[attr(data-text)]', className)}
  />
)

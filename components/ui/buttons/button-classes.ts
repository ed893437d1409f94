import { classes } from '../classes'

/**
 * The weight of a button: `primary` is the one next action of a screen, `quiet` has no frame; `danger` is a `primary`
 * that deletes permanently; `production` is one that registers for real, in the colour of production.
 */
export type ButtonVariant = 'plain' | 'primary' | 'quiet' | 'danger' | 'production'
export type ButtonSize = 'regular' | 'small'

/** The look of a button, for a link that should look like one. */
export const buttonClasses = (variant: ButtonVariant = 'plain', size: ButtonSize = 'regular'): string =>
  classes(layout, sizes[size], variants[variant], 'data-disabled:text-ink-3', whenDisabled[variant])

/**
 * The look of a button that is only disabled until its page is hydrated: it fades after a moment, because most pages
 * are ready before.
 */
export const waitingButtonClasses = (
  variant: ButtonVariant = 'plain',
  size: ButtonSize = 'regular',
): string => classes(layout, sizes[size], variants[variant], 'animate-wait')

const layout =
  'inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md border select-none data-disabled:cursor-default [&_svg]:size-3.5 [&_svg]:shrink-0'

/** On a phone every button is large enough for a finger. */
const sizes: Record<ButtonSize, string> = {
  regular: 'h-7.5 px-3 text-sm max-[640px]:min-h-10',
  small: 'h-6.5 px-2.25 text-sm max-[640px]:min-h-10 max-[640px]:min-w-10',
}

const variants: Record<ButtonVariant, string> = {
  plain: 'border-line bg-bg font-medium text-ink not-data-disabled:hover:bg-shade data-popup-open:bg-shade',
  primary: 'border-accent bg-accent font-medium text-accent-ink not-data-disabled:hover:opacity-90',
  danger: 'border-fail bg-fail font-medium text-fail-ink not-data-disabled:hover:opacity-90',
  production:
    'border-env-production bg-env-production font-medium text-env-production-ink not-data-disabled:hover:opacity-90',
  quiet: 'border-transparent text-ink-2 not-data-disabled:hover:bg-shade not-data-disabled:hover:text-ink',
}

const filled = 'data-disabled:border-line data-disabled:bg-shade'
const whenDisabled: Partial<Record<ButtonVariant, string>> = {
  primary: filled,
  danger: filled,
  production: filled,
}

'use client'
import { Tooltip, type TooltipProps } from '../overlay/tooltip'
import { Button, type ButtonProps } from './button'

export type IconButtonProps = ButtonProps & {
  /** The name of the button, for assistive technology and in its tooltip. */
  label: string
  /** Its key, as `aria-keyshortcuts` writes it; shown after the name. */
  keys?: string | undefined
  /** What it does, where the name does not say enough. */
  hint?: string
  side?: TooltipProps['side']
}

/** A button that shows an icon. Its tooltip says its name and its key, on hover and on focus. */
export function IconButton({
  label,
  keys,
  hint,
  side,
  variant = 'quiet',
  size = 'small',
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={hint ?? label} keys={keys} side={side}>
      <Button variant={variant} size={size} aria-label={label} aria-keyshortcuts={keys} {...rest} />
    </Tooltip>
  )
}

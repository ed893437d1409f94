import { contained } from '@/lib/words/isolated'

/** A text of somebody else's: its directions stay within it. */
export const Foreign = ({ text, className }: { text: string; className?: string }) => (
  <bdi className={className}>{contained(text)}</bdi>
)

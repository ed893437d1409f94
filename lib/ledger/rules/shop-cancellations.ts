/**
 * What became of the orders that a file marks as cancelled, as numbers of orders; none for a file that was
 * reported before.
 */
export interface CancellationsFound {
  /** Removed from the queue: they are not sent. */
  readonly removed: readonly string[]
  /** At the shipping company, or possibly: a person has to cancel them there. */
  readonly sent: readonly string[]
}

/** A limit that was learned from the service of a connection, below the operator's setting. */
export interface LearnedLimit {
  /** Records per request, or concurrent requests. */
  readonly what: 'check_size' | 'register_size' | 'product_size' | 'check_parallel'
  /** Its present value. */
  readonly value: number
  readonly why: 'too_large' | 'timed_out'
  /** ISO 8601. */
  readonly learnedAt: string
}

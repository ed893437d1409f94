'use client'
import { useFormatter } from 'use-intl'

/** A count as the operator's language writes it: `12,345`. */
export function Count({ of }: { of: number }) {
  return useFormatter().number(of)
}

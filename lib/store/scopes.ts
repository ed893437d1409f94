import 'server-only'
import type { Scope } from '@/lib/contract/operations'

// Kept as OAuth writes them (RFC 6749 §3.3): names with a space between.

/** A scope of the contract that is not listed here does not compile. */
const known: Record<Scope, true> = { orders: true, products: true }

const isScope = (name: string): name is Scope => Object.hasOwn(known, name)

/** Everything that a client can be allowed, in the contract's order. */
export const allScopes: readonly Scope[] = Object.keys(known).filter(isScope)

/** The scopes that are kept in a text. One that this version does not know allows nothing. */
export const readScopes = (text: string): Scope[] => text.split(' ').filter(isScope)

/** As they are kept: each once, in the contract's order. */
export const writeScopes = (scopes: readonly Scope[]): string =>
  allScopes.filter(scope => scopes.includes(scope)).join(' ')

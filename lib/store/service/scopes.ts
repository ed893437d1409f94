import 'server-only'
import type { Scope } from '@/lib/contract/operations'

// Stored as in OAuth (RFC 6749 §3.3): names separated by a space.

/** A scope of the contract that is missing here does not compile. */
const scopes: Record<Scope, true> = { orders: true, products: true }

const isScope = (name: string): name is Scope => Object.hasOwn(scopes, name)

/** All scopes, in the contract's order. */
export const allScopes: readonly Scope[] = Object.keys(scopes).filter(isScope)

/** The scopes of a stored text. Scopes that this version does not know are ignored. */
export const readScopes = (text: string): Scope[] => text.split(' ').filter(isScope)

/** The stored form of scopes: each once, in the contract's order. */
export const writeScopes = (scopes: readonly Scope[]): string =>
  allScopes.filter(scope => scopes.includes(scope)).join(' ')

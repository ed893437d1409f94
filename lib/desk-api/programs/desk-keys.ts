import * as z from 'zod'
import { rowId } from '../schema-parts'
import { dayIsToCome, endFields, keyName } from './clients'

/** What an automation key may do: deliver and check files, and also register. */
const deskScopes = ['intake', 'register'] as const
export type DeskScope = (typeof deskScopes)[number]

/** The permissions of a key by their names in the form. */
export const deskScopeChoices = {
  intake: ['intake'],
  register: ['intake', 'register'],
} as const satisfies Record<string, readonly DeskScope[]>

/** A key without its secret. Times are ISO 8601. */
export interface DeskKeyView {
  readonly id: string
  readonly name: string
  readonly scopes: readonly DeskScope[]
  /** Its first and last characters, by which its owner recognises it. */
  readonly begins: string
  readonly last4: string
  readonly createdAt: string
  readonly createdBy: string
  /** null: valid until it is revoked. */
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
  readonly state: 'good' | 'over' | 'revoked'
}

/** A new key in plain text. It is returned once and never stored. */
export interface IssuedDeskKey {
  readonly name: string
  readonly secret: string
}

/** A new key. */
export const createDeskKeySchema = z
  .object({ name: keyName, scopes: z.enum(['intake', 'register']), ...endFields })
  .superRefine(dayIsToCome)

export const deskKeyIdSchema = z.object({ id: rowId })

import type { DamageKind } from '@/lib/import/repair/repairs'
import type { SheetId } from '@/lib/sheet/schema/sheets'

/**
 * A correction that an operator had Lading remember, as data: which imports it is for, which lines it changes, and how.
 * Rules are stored and shared as JSON, so they contain no functions.
 */
export interface ImportRule {
  readonly id: string
  readonly name: string
  readonly sheet: SheetId
  /** Keys of the shop whose imports it changes (`shopKeys`); none: the imports of all shops. */
  readonly shops: readonly string[]
  /** The shop as operators know it; '' for all shops. */
  readonly shopName: string
  readonly isEnabled: boolean
  /** All of them must be true. */
  readonly conditions: readonly RuleCondition[]
  readonly action: RuleAction
}

/** Conditions that compare the text of a cell with texts of the rule. */
export const textTests = ['equals', 'contains', 'begins', 'ends', 'matches'] as const
/** Conditions that need no text. */
export const blankTests = ['blank', 'filled'] as const

/** A condition on one column of a line; a column of the order has the text that any line of the order has. */
export type RuleCondition =
  | {
      readonly column: string
      /**
       * `matches`: the whole text fits a pattern, in which `*` means any characters. Blanks around a text are ignored.
       */
      readonly test: (typeof textTests)[number]
      /** One of them is enough. */
      readonly texts: readonly string[]
    }
  | { readonly column: string; readonly test: (typeof blankTests)[number] }

/** What a rule does with a line for which all conditions are true. */
export type RuleAction =
  /** Writes a text, also in place of another one. A blank text clears the cell, and nothing fills it. */
  | { readonly kind: 'set'; readonly column: string; readonly text: string }
  /** Replaces every occurrence of a part of the text. */
  | { readonly kind: 'replace'; readonly column: string; readonly find: string; readonly by: string }
  /**
   * Divides the text of `column` at a separator: what is before it stays, what follows moves to the blank cell `to`.
   * Where that cell has a text, nothing changes.
   */
  | {
      readonly kind: 'split'
      readonly column: string
      readonly separator: string
      readonly occurrence: 'first' | 'last'
      readonly to: string
    }
  /** Repairs texts of a column that are damaged in this way. */
  | { readonly kind: 'repair'; readonly column: string; readonly damage: DamageKind }
  /** Imports the line not at all, or none of its order. */
  | { readonly kind: 'skip'; readonly what: 'order' | 'row' }

/** A rule before it is stored. */
export type NewRule = Omit<ImportRule, 'id'>

/** Whether a rule changes imports of a shop. @param shops keys of the shop, as `shopKeys` gives them */
export const isRuleOfShop = ({ shops: own }: Pick<ImportRule, 'shops'>, shops: readonly string[]): boolean =>
  own.length === 0 || own.some(key => shops.includes(key))

/**
 * What two rules have in common that do the same with the same lines, whichever text they write: the newer one replaces
 * the older one.
 */
export function ruleTopic({ sheet, shops, conditions, action }: Omit<NewRule, 'isEnabled'>): string {
  const { kind } = action
  const does =
    kind === 'set'
      ? { kind, column: action.column }
      : kind === 'replace'
        ? { kind, column: action.column, find: action.find }
        : action
  return JSON.stringify([sheet, shops.toSorted(), conditions, does])
}

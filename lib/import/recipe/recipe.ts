import type { SheetId } from '@/lib/sheet/schema/sheets'

/**
 * How a shop's export becomes lines of a sheet, as data: one file a recipe, and what an operator maps by hand is one
 * too. It is stored and shared as JSON, so it holds no functions.
 */

/** Spellings of one heading; the first of them that a file has is taken. How they are compared: columns-by-heading.ts. */
export type Headings = readonly string[]

/** Tables of values that are read alike: see value-maps.ts. */
export type ValueMap = 'country' | 'currency' | 'flag' | 'purpose' | 'weight-unit'

/** Parts of a Japanese address; 'street' is address and detail together. */
export type AddressPart = 'state' | 'city' | 'address' | 'detail' | 'street'

/** Where the text of a column comes from. */
export type ColumnRule =
  /** One column of the file, verbatim except for the options below. */
  | {
      readonly take: Headings
      /** Replaces names by codes: 일본 and Japan become JP. Unknown values stay as they are. */
      readonly map?: ValueMap
      /**
       * Replacements of this recipe, by the file's value; they ignore width, case and outer blanks and precede `map`.
       */
      readonly values?: Readonly<Record<string, string>>
      /** Removes a leading apostrophe, by which spreadsheets mark text. */
      readonly apostrophe?: true
      /** Taken only where this other column has a text too: a price is a reduced one beside a regular one. */
      readonly beside?: Headings
      /** A zero counts as blank, in `beside` as well: shops write 0 for a missing price. */
      readonly nonZero?: true
      /** For item columns: the shop writes the text once per record, on its first row. */
      readonly ofRecord?: true
      /** The text is the buyer's, because the file has none of the recipient; the cell's origin names the buyer. */
      readonly ofBuyer?: Buyer
    }
  /** Several columns one after the other; blank ones are passed over. */
  | {
      readonly join: readonly Headings[]
      readonly by: string
      /** Digits that each part has at least, where leading zeros get lost: marked as restored, never silent. */
      readonly digits?: readonly number[]
      /**
       * They are a telephone number, the first part a dialling code: one of digits that lost its zero gets it back, and
       * so do the parts behind it; marked to be looked at.
       */
      readonly leadingZero?: true
    }
  /** The first that gives a text. */
  | { readonly firstOf: readonly ColumnRule[] }
  /** A line's total by its quantity: a price for one; blank, with a mark, where it does not divide into 4 places. */
  | { readonly divide: Headings; readonly by: Headings }
  /** Grams as kilograms: a text by a number, with a mark to review it. */
  | { readonly divide: Headings; readonly byNumber: number }
  /** The exact sum of a price and the surcharges of its options. */
  | { readonly add: readonly Headings[] }
  /** The same text for every line, with an origin that says so. */
  | { readonly constant: string }
  /**
   * A part of a Japanese address, marked for review. The address is in one column or continues in the next. If neither
   * prefecture nor city is found, the text of a single column becomes the address as a whole, unless `onlyFound` is
   * set.
   */
  | { readonly part: AddressPart; readonly of: readonly Headings[]; readonly onlyFound?: true }

/** Columns with the names of the buyer and the recipient: where they differ, the cell is marked for review. */
export interface Buyer {
  readonly name: readonly Headings[]
  readonly recipient: readonly Headings[]
}

/**
 * States of an order or an item in the shop that an operator has to know before shipping. `claim`: a cancellation, a
 * return or an exchange was requested, or granted in part.
 */
export const shopStates = ['cancelled', 'unpaid', 'claim', 'shipped'] as const
export type ShopState = (typeof shopStates)[number]

/** The meaning of a status text; `open`: the order is to be shipped. */
export type StateMeaning = ShopState | 'open'

/** A column with the shop's state of an order. */
export type StateRule =
  | {
      readonly heading: Headings
      readonly means: StateMeaning
      /**
       * Texts with this meaning, ignoring width, case and blanks; a blank row has the state of the order's row above.
       * `dated`: any date has this meaning, and blank rows have none.
       */
      readonly is: readonly string[] | 'dated'
      /** A text in any row applies to the whole order; without it, to its own item. */
      readonly ofRecord?: true
    }
  /** Texts have their usual meaning (order-status.ts), unless another rule of the column overrides it. */
  | {
      readonly heading: Headings
      /** Whether the operator is asked about unknown texts. */
      readonly usual: 'ask' | 'quiet'
      readonly ofRecord?: true
    }

/** The meaning that an operator gave to texts of a status column. */
export interface StateAnswer {
  readonly heading: Headings
  readonly means: StateMeaning
  readonly is: readonly string[]
}

/** Id of a recipe that was guessed from the headings and texts of one file. */
export const GUESSED_RECIPE_ID = 'guess'
/** Id of a recipe that an operator mapped and did not save. */
export const UNSAVED_RECIPE_ID = 'mapped'
/** Id of the recipe of our own templates. */
export const OWN_RECIPE_ID = 'own'

export interface Recipe {
  readonly id: string
  /** As its users call it: Qoo10 Japan (QSM). */
  readonly name: string
  /** Sheets that it can fill, the likeliest first. */
  readonly sheets: readonly SheetId[]
  /** The recipe applies to files that have all these headings. */
  readonly known: readonly Headings[]
  /**
   * The column that groups rows into records; rows of a record need not be adjacent. Without it the order number
   * groups.
   */
  readonly group?: Headings
  /**
   * A column that separates the parcels of a group, as Rakuten's 送付先ID does. If a group has several parcels, each is a
   * record whose number is the group's with this text appended.
   */
  readonly apart?: Headings
  /** Whether rows with a blank group belong to the one above. */
  readonly continues?: true
  /** Rules by column id. Ids that a sheet lacks are ignored, because a recipe may fill several sheets. */
  readonly fields: Readonly<Record<string, ColumnRule>>
  /** Rows that become no lines: those with one of these texts. */
  readonly skip?: readonly { readonly heading: Headings; readonly is: readonly string[] }[]
  /**
   * For orders: the columns with the shop's state. Cancelled and unpaid orders are skipped and can be included by one
   * action; other states are reported. Status columns without a rule are found by their headings and texts, unless the
   * list is empty.
   */
  readonly states?: readonly StateRule[]
  /** Meanings that operators gave to unknown status texts; they precede `states`. */
  readonly answers?: readonly StateAnswer[]
  /** How options in one row, or in rows below a parent, become lines: see options/expanders.ts. */
  readonly options?: 'shopify' | 'woocommerce' | 'smartstore' | 'cafe24' | 'rakuten'
  /** Columns that no export of this kind contains, and where each can get its texts. */
  readonly missing?: Readonly<Record<string, MissingSource>>
}

/** Where a column that no file feeds can get its texts. */
export type MissingSource = 'product-master' | 'preset' | 'recipient' | 'postal-code' | 'by-hand'

/** The headings that a rule takes texts from. */
export function headingsOfRule(rule: ColumnRule): readonly Headings[] {
  if ('take' in rule) return rule.beside ? [rule.take, rule.beside] : [rule.take]
  if ('join' in rule) return rule.join
  if ('divide' in rule) return 'by' in rule ? [rule.divide, rule.by] : [rule.divide]
  if ('add' in rule) return rule.add
  if ('part' in rule) return rule.of
  return 'firstOf' in rule ? rule.firstOf.flatMap(headingsOfRule) : []
}

/** Every heading that a recipe speaks of. */
export const headingsOfRecipe = ({
  known,
  group,
  apart,
  skip,
  states,
  fields,
}: Recipe): readonly Headings[] => [
  ...known,
  ...(group ? [group] : []),
  ...(apart ? [apart] : []),
  ...(skip?.map(({ heading }) => heading) ?? []),
  ...(states?.map(({ heading }) => heading) ?? []),
  ...Object.values(fields).flatMap(headingsOfRule),
]

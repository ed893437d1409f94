import type { SheetId } from '@/lib/sheet/schema/sheets'

/**
 * How a shop's export becomes lines of a sheet, as data: one file per built-in recipe; a mapping that an operator makes
 * is a recipe, too. Recipes are stored and shared as JSON, so they contain no functions.
 */

/** Spellings of one heading; the first one in the file is used. columns-by-heading.ts defines the comparison. */
export type Headings = readonly string[]

/** Names of value maps (value-maps.ts). */
export type ValueMap = 'country' | 'currency' | 'flag' | 'purpose' | 'weight-unit'

/** Parts of a Japanese address; 'street' is address and detail together, 'zipCode' the postal code before it. */
export type AddressPart = 'zipCode' | 'state' | 'city' | 'address' | 'detail' | 'street'

/** Parts of an item that shares its cell with other items. */
export type ItemPart = 'name' | 'code' | 'quantity' | 'price'

/** Parts of a price that is written with its currency. */
export type MoneyPart = 'amount' | 'currency'

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
      /** Used only if this other column also has a text: a price is a discounted price only beside a regular one. */
      readonly beside?: Headings
      /** A zero counts as blank, in `beside` as well: shops write 0 for a missing price. */
      readonly nonZero?: true
      /** For item columns: the shop writes the text once per record, on its first row. */
      readonly ofRecord?: true
      /** The text is the buyer's, because the file has none of the recipient; the cell's origin names the buyer. */
      readonly ofBuyer?: Buyer
    }
  /** Several columns, joined; blank ones are skipped. */
  | {
      readonly join: readonly Headings[]
      readonly by: string
      /** Minimum digits of each part, to restore lost leading zeros; restored parts are marked. */
      readonly digits?: readonly number[]
      /**
       * Whether the parts are a telephone number that begins with a dialling code: lost zeros of its parts are restored
       * and marked for review.
       */
      readonly leadingZero?: true
    }
  /** The first rule that gives a text. */
  | { readonly firstOf: readonly ColumnRule[] }
  /** The total of a row divided by its quantity; blank and marked if the quotient has more than 4 decimals. */
  | { readonly divide: Headings; readonly by: Headings }
  /** A number divided by a constant, such as grams to kilograms, marked for review. */
  | { readonly divide: Headings; readonly byNumber: number }
  /** The exact sum of a price and the surcharges of its options. */
  | { readonly add: readonly Headings[] }
  /** The same text for every line, with an origin that says so. */
  | { readonly constant: string }
  /**
   * A part of a Japanese address, marked for review. The address is in one column or continues in the next. If neither
   * prefecture nor city is found, the text of a single column becomes the address as a whole, unless `onlyFound` is
   * set. `by`: the text between two columns, so that 1-2-3 and 401 stay two numbers. `city`: that of `of` which ends
   * with the city; where it is filled, the street is what follows it, however the city is spelt.
   */
  | {
      readonly part: AddressPart
      readonly of: readonly Headings[]
      readonly by?: string
      readonly city?: Headings
      readonly onlyFound?: true
    }
  /** A part of an item of a cell that contains several (`Recipe.packed`); its price is its total by its quantity. */
  | { readonly unpack: ItemPart; readonly from: Headings }
  /**
   * A part of a price that is written with its currency, such as $12.00 (`values/money.ts`). `usual`: the currency of
   * prices that name none, unless they have decimals and it has not.
   */
  | { readonly money: MoneyPart; readonly from: Headings; readonly usual?: string }

/** Columns with the names of the buyer and the recipient: if they differ, the cell is marked for review. */
export interface Buyer {
  readonly name: readonly Headings[]
  readonly recipient: readonly Headings[]
}

/**
 * States of an order or an item in the shop that an operator has to know before shipping. `claim`: a cancellation, a
 * return or an exchange was requested, or granted in part. `unlisted`: a product that the shop does not sell (yet, or any
 * more); its first row has the state.
 */
export const shopStates = ['cancelled', 'unpaid', 'claim', 'shipped', 'unlisted'] as const
export type ShopState = (typeof shopStates)[number]

/** The meaning of a status text; `open`: the order is to be shipped. */
export type StateMeaning = ShopState | 'open'

/** A column with the shop's state of an order. */
export type StateRule =
  | {
      readonly heading: Headings
      readonly means: StateMeaning
      /**
       * Texts with this meaning, ignoring width, case and blanks; a blank row has the state of the order's row above,
       * except beside a recipient in a column that is filled per item.
       * `dated`: any date or number except zeros has this meaning, and blank rows have none. `undated`: an order has it
       * if none of its rows has a date.
       */
      readonly is: readonly string[] | 'dated' | 'undated'
      /** Longer texts that begin with one of these have this meaning too: sentences that end in a day, for example. */
      readonly isStart?: true
      /** A text in any row applies to the whole order; without it, to its own item. */
      readonly ofRecord?: true
      /** The rule counts only in files without this column, which says the same with more certainty. */
      readonly without?: Headings
    }
  /** Texts have their usual meaning (order-status.ts), unless another rule of the column overrides it. */
  | {
      readonly heading: Headings
      /** Whether the operator is asked about unknown texts. */
      readonly usual: 'ask' | 'quiet'
      readonly ofRecord?: true
    }

/** Maximum length of a text whose meaning a rule or an answer gives, in characters. */
export const MAX_STATE_TEXT = 300

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

/** How the columns of one kind of file map to a sheet, as data: rules by column, and the meanings of its statuses. */
export interface Recipe {
  readonly id: string
  /** Its name for operators: Qoo10 Japan (QSM). */
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
   * record whose number is the group's with this text appended. The name is that of stored and shared recipes.
   */
  readonly apart?: Headings
  /** Whether rows with a blank group belong to the one above. */
  readonly continues?: true
  /** The column with the day by which the shop wants a row dispatched; the first one with a text. */
  readonly dispatchBy?: readonly Headings[]
  /**
   * Cells that contain several items; each item becomes a line. Does not apply to files that have the column `unless`:
   * they have a row per item.
   */
  readonly packed?: { readonly cells: readonly Headings[]; readonly unless: Headings }
  /** Rules by column id. Ids that a sheet lacks are ignored, because a recipe may fill several sheets. */
  readonly fields: Readonly<Record<string, ColumnRule>>
  /**
   * Rows of an order that are blank in all these columns sum up its items: they become no lines, but the recipient in
   * them is that of the order. A row is a line all the same if its order has no other.
   */
  readonly summedWithout?: readonly Headings[]
  /** Rows with one of these texts are not imported. */
  readonly skip?: readonly { readonly heading: Headings; readonly is: readonly string[] }[]
  /**
   * Rows with one of these texts are items that are not shipped, such as gift cards and tips. They become no lines, but
   * the recipient in them is that of the order. It counts only where another row of the file has a different text: a
   * shop that never filled the column ships everything.
   */
  readonly unshipped?: { readonly heading: Headings; readonly is: readonly string[] }
  /**
   * The columns with the shop's state; of products only `unlisted`, which is skipped too. Cancelled and unpaid orders
   * are skipped and can be included by one action; other states are reported. Status columns without a rule are found
   * by their headings and texts, unless the list is empty.
   */
  readonly states?: readonly StateRule[]
  /** Meanings that operators gave to unknown status texts; they precede `states`. */
  readonly answers?: readonly StateAnswer[]
  /** How options in one row, or in rows below a parent, become lines: see options/expanders.ts. */
  readonly options?: 'shopify' | 'woocommerce' | 'smartstore' | 'cafe24' | 'rakuten' | 'ebay'
  /** Columns that no export of this kind contains, and the source of each. */
  readonly missing?: Readonly<Record<string, MissingSource>>
}

/** The source of a column that files do not contain. */
export type MissingSource = 'product-master' | 'preset' | 'recipient' | 'postal-code' | 'by-hand'

/** The headings that a rule takes texts from. */
export function headingsOfRule(rule: ColumnRule): readonly Headings[] {
  if ('take' in rule) return rule.beside ? [rule.take, rule.beside] : [rule.take]
  if ('join' in rule) return rule.join
  if ('divide' in rule) return 'by' in rule ? [rule.divide, rule.by] : [rule.divide]
  if ('add' in rule) return rule.add
  if ('part' in rule) return rule.of
  if ('unpack' in rule || 'money' in rule) return [rule.from]
  return 'firstOf' in rule ? rule.firstOf.flatMap(headingsOfRule) : []
}

/** Every heading that a recipe mentions. */
export const headingsOfRecipe = ({
  known,
  group,
  apart,
  summedWithout,
  skip,
  unshipped,
  states,
  packed,
  fields,
}: Recipe): readonly Headings[] => [
  ...known,
  ...(group ? [group] : []),
  ...(apart ? [apart] : []),
  ...(summedWithout ?? []),
  ...(skip?.map(({ heading }) => heading) ?? []),
  ...(unshipped ? [unshipped.heading] : []),
  ...(states?.map(({ heading }) => heading) ?? []),
  ...(packed?.cells ?? []),
  ...Object.values(fields).flatMap(headingsOfRule),
]

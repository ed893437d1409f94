import type { SheetId } from '@/lib/sheet/sheets'

/**
 * How a shop's export becomes lines of a sheet, as data: one file a recipe, and what an operator maps by hand is one
 * too. It is stored and shared as JSON, so it holds no functions.
 */

/** Spellings of one heading; the first of them that a file has is taken. How they are compared: columns-by-heading.ts. */
export type Headings = readonly string[]

/** Tables of values that are read alike: see value-maps.ts. */
export type ValueMap = 'country' | 'currency' | 'flag' | 'purpose' | 'weight-unit'

/** Parts of a Japanese address; 'street' is all that stands behind the city, the detail with it. */
export type AddressPart = 'state' | 'city' | 'address' | 'detail' | 'street'

/** Where the text of a column comes from. */
export type Rule =
  /** One column of the file, verbatim but for what is named. */
  | {
      readonly take: Headings
      /** Values by which others are meant: 일본 and Japan are JP. What the table does not know stays as it is. */
      readonly map?: ValueMap
      /** Values of this recipe alone, by what stands in the file; width, case and outer blanks aside. They go first. */
      readonly values?: Readonly<Record<string, string>>
      /** A leading apostrophe says "text" to a spreadsheet, and goes. */
      readonly apostrophe?: true
      /** Taken only where this other column has a text too: a price is a reduced one beside a regular one. */
      readonly beside?: Headings
      /** A zero says nothing, and neither does it in `beside`: shops write 0 for a price that is not there. */
      readonly nonZero?: true
      /** Of an item: the shop says it once for the whole record, on its first row. */
      readonly ofRecord?: true
      /** The buyer's, because the file has none of the recipient: it says so. */
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
  | { readonly firstOf: readonly Rule[] }
  /** A line's total by its quantity: a price for one; blank, with a mark, where it does not divide into 4 places. */
  | { readonly divide: Headings; readonly by: Headings }
  /** Grams as kilograms: a text by a number, with a mark to review it. */
  | { readonly divide: Headings; readonly byNumber: number }
  /** A price and what its option costs more: their exact sum. */
  | { readonly add: readonly Headings[] }
  /** The same for every line, and shown as such. */
  | { readonly constant: string }
  /**
   * A part of a Japanese address, with a mark to review it. The address stands in one column, or goes on from one to
   * the next. Where neither prefecture nor city is found in it there are no parts: what stands in one column is the
   * address then, whole, unless `onlyFound` says that nothing but a Japanese address will do.
   */
  | { readonly part: AddressPart; readonly of: readonly Headings[]; readonly onlyFound?: true }

/** By whom a buyer is told from the recipient: the columns of either's name; where they differ, somebody should look. */
export interface Buyer {
  readonly name: readonly Headings[]
  readonly recipient: readonly Headings[]
}

/**
 * What the shop says of an order, or of an item of one, that an operator has to know before it ships.
 * `claim`: a cancellation, a return or an exchange is asked for, or was granted in part.
 */
export const shopStates = ['cancelled', 'unpaid', 'claim', 'shipped'] as const
export type ShopState = (typeof shopStates)[number]

/** What a text of a status column means; `open`: the order is to be shipped. */
export type StateMeaning = ShopState | 'open'

/** A column that says in which state the shop has an order. */
export type StateRule =
  | {
      readonly heading: Headings
      readonly means: StateMeaning
      /**
       * Texts that say so, width, case and blanks aside; a row that says nothing says what the row of its order above
       * says. `dated`: any day does, and each row speaks for itself.
       */
      readonly is: readonly string[] | 'dated'
      /** Any row of the order says it of all of them; else each of its own item. */
      readonly ofRecord?: true
    }
  /** Texts mean what they mean in any shop (order-status.ts), unless another rule of the column says otherwise. */
  | {
      readonly heading: Headings
      /** Whether the operator is asked about texts that nobody knows. */
      readonly usual: 'ask' | 'quiet'
      readonly ofRecord?: true
    }

/** What an operator said that texts of a status column mean. */
export interface StateAnswer {
  readonly heading: Headings
  readonly means: StateMeaning
  readonly is: readonly string[]
}

/** Id of a recipe that nobody made: it was found by the headings and texts of one file. */
export const GUESS = 'guess'

export interface Recipe {
  readonly id: string
  /** As its users call it: Qoo10 Japan (QSM). */
  readonly name: string
  /** Sheets that it can fill, the likeliest first. */
  readonly sheets: readonly SheetId[]
  /** Headings by which it is known: all of them are there. */
  readonly known: readonly Headings[]
  /** The column whose text tells which rows are one record; rows need not stand together. Without it: the number. */
  readonly group?: Headings
  /**
   * A column that tells apart the parcels of one group, as Rakuten's 送付先ID does. Where a group has several, each is
   * a record, and its number is the group's with this text behind it.
   */
  readonly apart?: Headings
  /** Whether rows with a blank group belong to the one above. */
  readonly continues?: true
  /** By column id. Ids that a sheet does not have are passed over there: a recipe may fill several. */
  readonly fields: Readonly<Record<string, Rule>>
  /** Rows that are no lines: where one of these says so. */
  readonly skip?: readonly { readonly heading: Headings; readonly is: readonly string[] }[]
  /**
   * Of orders: which columns say in which state the shop has them. What was cancelled or is not paid is skipped, and
   * imported by one act; other states are reported. Columns that no rule names are found by their headings and texts,
   * unless the list is empty.
   */
  readonly states?: readonly StateRule[]
  /** What operators said about texts of status columns that nobody knows; they go before `states`. */
  readonly answers?: readonly StateAnswer[]
  /** How options that stand in one row, or in rows below a parent, become lines: see expand.ts. */
  readonly options?: 'shopify' | 'woocommerce' | 'smartstore' | 'cafe24' | 'rakuten'
  /** What no export of this kind holds, by column id: where it can come from. */
  readonly missing?: Readonly<Record<string, MissingSource>>
}

/** Where a column that no file feeds can get its texts. */
export type MissingSource = 'product-master' | 'preset' | 'recipient' | 'postal-code' | 'by-hand'

import type { ColumnsByHeading } from './columns-by-heading'
import { expandCafe24 } from './expand-cafe24'
import { expandRakuten } from './expand-rakuten'
import { expandShopify } from './expand-shopify'
import { expandSmartstore } from './expand-smartstore'
import { expandWooCommerce } from './expand-woocommerce'
import type { Put } from './line-maker'
import type { Recipe } from './recipe'
import type { Group } from './rows-to-groups'
import type { Row, Rows } from './table'

/** A product as its rows spell it out. */
export interface Expanded {
  /** What the product says of itself beyond the recipe's rules: images, axes. */
  readonly record: readonly Put[]
  /** The row that prices are taken from. */
  readonly priceRow: number
  /** A line each, in this order; none: a product without options. */
  readonly options: readonly OptionLine[]
}

/** One option: the row that tells of it, and its cells. */
export interface OptionLine {
  readonly position: number
  readonly puts: readonly Put[]
}

/** How options of a kind of export become lines. */
export interface Expander {
  /** Columns of the file that it reads, from 0. */
  readonly uses: readonly number[]
  /** Which product a row belongs to, where no column says so alone. */
  readonly groupOf?: (row: Row) => string
  readonly expand: (group: Group) => Expanded
}

/** Made for one table. */
export type MakeExpander = (rows: Rows, columns: ColumnsByHeading) => Expander

export const expanders: Readonly<Record<NonNullable<Recipe['options']>, MakeExpander>> = {
  shopify: expandShopify,
  woocommerce: expandWooCommerce,
  smartstore: expandSmartstore,
  cafe24: expandCafe24,
  rakuten: expandRakuten,
}

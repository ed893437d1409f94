import 'server-only'

// Expressions of the SQL that counts. They are part of a migration: databases have triggers made of them.

/** How a registration in a state is counted, if it counts at all (`isDecisive`). */
export const asKind = (state: string): string =>
  `case when ${state} = 'REGISTERED' then 'registered' when ${state} = 'UNKNOWN' then 'unknown'
    when ${state} in ('QUEUED', 'PREPARED', 'SENDING') then 'busy' else 'failing' end`

/** States in which a registration decides the status of its record, whatever the verdict on it is. */
export const CERTAIN = `('QUEUED', 'PREPARED', 'SENDING', 'UNKNOWN', 'REGISTERED', 'ABANDONED')`

/**
 * Whether the newest registration of a number (`l`) decides the status of the record, and not its verdict (`v`; all
 * null: there is none). It does not once the order was released, or when the record was changed and checked after a
 * rejection or, for a product, the rejection was cleared.
 */
export const isDecisive = (l: string, v: string): string =>
  `(${l}.state in ${CERTAIN} or (${l}.state = 'REJECTED' and not (
    ${v}.checked_at is not null and ${v}.checked_at >= ${l}.updated_at and (
      ${v}.passed = 0 or ${v}.sha256 <> coalesce(${l}.checked_sha256, ${l}.sha256)
      or coalesce(${l}.explained, '') = 'elsewhere' or ${l}.scope = 'products'))))`

/**
 * Whether two rows are of the same record of a draft in an environment. The draft is compared as an expression that no
 * index has: otherwise a database with poor statistics would scan all orders of the draft for each row.
 */
export const isSameRecord = (one: string, other: string): string =>
  `${one}.env_id = ${other}.env_id and ${one}.scope = ${other}.scope
    and ${one}.mall_order_number = ${other}.mall_order_number and ${one}.draft_id || '' = ${other}.draft_id`

/** Whether a verdict is about the record of a registration. */
export const isVerdictOn = (v: string, l: string): string =>
  `${v}.draft_id = ${l}.draft_id and ${v}.env_id = ${l}.env_id
    and ${v}.mall_order_number = ${l}.mall_order_number
    and (${v}.variant = 'product') = (${l}.scope = 'products')`

/** The id of the newest registration of a verdict's record. */
export const newestOf = (v: string): string =>
  `(select o.id from ledger_order o where o.env_id = ${v}.env_id
    and o.scope = case when ${v}.variant = 'product' then 'products' else 'orders' end
    and o.mall_order_number = ${v}.mall_order_number and o.draft_id || '' = ${v}.draft_id
    order by o.generation desc limit 1)`

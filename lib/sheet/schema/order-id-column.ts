import type { Column } from './columns'

/**
 * The column of the ids that a service gives to the orders it registers. It is neither a field of the contract nor a part
 * of the lines: its texts are read from the outcomes.
 */
export const orderIdColumn: Column = {
  id: 'orderId',
  path: ['orderId'],
  scope: 'record',
  group: 'orderInfo',
  kind: 'text',
  required: false,
  url: false,
  personal: false,
  isReadOnly: true,
  width: 132,
  example: '',
}

/**
 * Files whose mechanical mutants must all die: those that judge orders, decide which lines form one, decide what a
 * response of the service proves, and read numbers and money. `far`: tests that are more imports away are not run.
 */
export const targets = [
  { file: 'lib/sheet/orders/grouping.ts' },
  { file: 'lib/sheet/orders/orders-index.ts' },
  { file: 'lib/sheet/orders/order-counts.ts' },
  { file: 'lib/sheet/orders/order-numbers.ts' },
  { file: 'lib/sheet/judge/assemble.ts' },
  { file: 'lib/sheet/judge/locate.ts' },
  { file: 'lib/sheet/judge/judge-order.ts' },
  { file: 'lib/sheet/workbook/judging/judge-queue.ts' },
  { file: 'lib/sheet/judge/failures/order-failures.ts' },
  { file: 'lib/sheet/judge/status/outcome-marks.ts' },
  { file: 'lib/sheet/judge/status/outcomes.ts' },
  { file: 'lib/sheet/schema/kinds.ts' },
  { file: 'lib/import/recipe/values/decimals.ts', far: 2 },
  { file: 'lib/files/excel/cells/number-text.ts', far: 2 },
  { file: 'lib/ledger/rules/classify.ts' },
  { file: 'lib/ledger/rules/transitions.ts' },
  { file: 'lib/ledger/rules/registration.ts' },
  { file: 'lib/ledger/rules/product-registration.ts' },
  { file: 'lib/ledger/rules/occurrences.ts' },
  { file: 'lib/ledger/rules/resolutions.ts' },
  { file: 'lib/ledger/rules/console-list.ts' },
  { file: 'lib/ledger/rules/console-list-plan.ts' },
  { file: 'lib/ledger/rules/halving.ts' },
  { file: 'lib/ledger/rules/unconfirmed-cause.ts' },
]

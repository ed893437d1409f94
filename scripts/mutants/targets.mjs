/**
 * Files of which every mechanical mutant must die: those that judge orders, decide which lines make one, say what an
 * answer of the service proves, and read numbers and money. `far`: tests that are more imports away are not run.
 */
export const targets = [
  { file: 'lib/sheet/grouping.ts' },
  { file: 'lib/sheet/orders-index.ts' },
  { file: 'lib/sheet/namesakes.ts' },
  { file: 'lib/sheet/ordinals.ts' },
  { file: 'lib/sheet/assemble.ts' },
  { file: 'lib/sheet/locate.ts' },
  { file: 'lib/sheet/judge-order.ts' },
  { file: 'lib/sheet/judging.ts' },
  { file: 'lib/sheet/order-failures.ts' },
  { file: 'lib/sheet/outcomes.ts' },
  { file: 'lib/sheet/kinds.ts' },
  { file: 'lib/intake/decimals.ts', far: 2 },
  { file: 'lib/intake/number-text.ts', far: 2 },
  { file: 'lib/ledger/classify.ts' },
  { file: 'lib/ledger/transitions.ts' },
  { file: 'lib/ledger/registration.ts' },
  { file: 'lib/ledger/registration-products.ts' },
  { file: 'lib/ledger/resolutions.ts' },
  { file: 'lib/ledger/resolutions-alike.ts' },
  { file: 'lib/ledger/resolutions-paste.ts' },
  { file: 'lib/ledger/resolutions-plan.ts' },
  { file: 'lib/ledger/halving.ts' },
]

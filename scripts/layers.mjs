/** Prints every import that the table in scripts/lib/layers/layer-table.mjs forbids; exits with 1 when there is one. */
import { layerProblems } from './lib/layers/layers.mjs'
import { root, runMain } from './lib/root.mjs'

runMain(async () => {
  const problems = layerProblems(root)
  for (const problem of problems) console.error(problem)
  console.log(problems.length === 0 ? 'Layers: in order.' : `Layers: ${problems.length} to put right.`)
  return problems.length === 0 ? 0 : 1
})

import { type Fact, Facts } from './facts'

/** Facts that only a developer asks for, folded. */
export function TechnicalFacts({ label, facts }: { label: string; facts: readonly Fact[] }) {
  return (
    <details className="shrink-0">
      <summary className="border-line border-b px-3.5 py-2 text-ink-2 text-xs hover:text-ink">
        {label}
      </summary>
      <Facts facts={facts} />
    </details>
  )
}

import { useTranslations } from 'use-intl'
import type { FoldedGroup, GridSource } from '@/components/grid/source'
import type { ColumnRun } from './column-runs'
import { HeadingIcon } from './heading-icon'

interface Props {
  run: ColumnRun
  source: GridSource
  /** Position of the name while the group scrolls under the pinned columns, in CSS pixels. */
  edge: number
}

/** The heading of a group: its name, which folds the group, and the folded groups after it. */
export function GroupHeading({ run, source, edge }: Props) {
  const t = useTranslations('columnsMenu')
  const { first, name, group } = run
  const isLast = first.index + run.count === source.columns().length
  const canFold = source.layout.canFold(group)
  const fold = t('fold', { group: name })
  return (
    <div
      role="columnheader"
      aria-colindex={first.index + 2}
      aria-colspan={run.count}
      aria-label={name}
      className="grid-group"
      data-pinned={first.pinned || undefined}
      style={{ left: first.left, width: run.width }}
    >
      {run.isContinuation ? (
        <span className="sr-only">{name}</span>
      ) : (
        <span className="grid-group-name" style={{ left: first.pinned ? undefined : edge }}>
          {canFold ? (
            <button
              type="button"
              tabIndex={-1}
              aria-expanded
              aria-label={fold}
              title={fold}
              onClick={() => source.layout.fold(group, true)}
            >
              <HeadingIcon name="chevron-down" />
              {name}
            </button>
          ) : (
            name
          )}
        </span>
      )}
      {run.folds.length > 0 && (
        <span className="grid-folds" data-end={isLast || undefined}>
          {run.folds.map(fold => (
            <Folded key={fold.group} fold={fold} source={source} />
          ))}
        </span>
      )}
    </div>
  )
}

/** A folded group: its name, the number of its failures, and the button that unfolds it. */
function Folded({ fold, source }: { fold: FoldedGroup; source: GridSource }) {
  const t = useTranslations('columnsMenu')
  const { group, name, columns, failures } = fold
  const title = t('unfold', { group: name, columns, failures })
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-expanded={false}
      aria-label={title}
      title={title}
      data-failing={failures > 0 || undefined}
      onClick={() => source.layout.fold(group, false)}
    >
      <HeadingIcon name="chevron-right" />
      <span>{name}</span> {failures > 0 && <b>{failures}</b>}
    </button>
  )
}

import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { buttonClasses } from '@/components/ui/button-classes'
import { Dialog } from '@/components/ui/dialog'
import type { Workbook } from '@/lib/sheet/workbook'
import type { Intake } from './intake'
import { recipeName } from './recipe-name'
import { type Before, beforeOfKept, type KeptFile, type LinesOfFile, linesByFile } from './reopen'
import { fetchJson } from './traces'

interface Props {
  workbook: Workbook
  intake: Intake
  draftId: string
  onClose: () => void
}

/** The files that the draft came from: what each brought is told again, and each can be read another way. */
export function FilesDialog({ workbook, intake, draftId, onClose }: Props) {
  const t = useTranslations('intake.desk')
  const files = useKeptFiles(draftId)
  const lines = useLinesByFile(workbook)
  return (
    <Dialog
      open
      onClose={onClose}
      width={620}
      title={t('files.title')}
      description={t('files.body')}
      actions={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {(files === undefined || lines === undefined) && <p className="text-ink-3">{t('files.looking')}</p>}
      {files === 'away' && <p role="alert">{t('files.away')}</p>}
      {Array.isArray(files) && files.length === 0 && <p className="text-ink-2">{t('files.none')}</p>}
      {lines && Array.isArray(files) && (
        <ul className="flex flex-col gap-1">
          {files.map(file => {
            const of = lines.get(file.id)
            const before = of && beforeOfKept(file, of)
            const why = whyNot(file, before !== undefined)
            return (
              <li
                key={file.id}
                className="flex items-center gap-2 rounded-md border border-line py-1.5 pr-1.5 pl-2.5"
              >
                <span className="min-w-0 flex-1">
                  <b className="block truncate font-medium" title={file.name}>
                    {file.name || t('files.nameless')}
                  </b>
                  <span className="block text-ink-2 text-xs">
                    <Facts before={before} lines={of?.lines ?? 0} />
                  </span>
                  {why && <span className="block text-warn text-xs">{t(`files.why.${why}`)}</span>}
                </span>
                {!why && (
                  <a
                    href={`/drafts/${draftId}/sources/${file.id}`}
                    download
                    aria-label={`${t('summary.original')}: ${file.name}`}
                    className={buttonClasses('quiet', 'small')}
                  >
                    {t('files.download')}
                  </a>
                )}
                {of && before && !why && (
                  <Button
                    size="small"
                    aria-label={`${t('files.read')}: ${file.name}`}
                    onClick={() => {
                      onClose()
                      intake.reopen({ id: file.id, name: file.name, before, of })
                    }}
                  >
                    {t('files.read')}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Dialog>
  )
}

function Facts({ before, lines }: { before: Before | undefined; lines: number }) {
  const t = useTranslations('intake.desk')
  return [
    before ? recipeName(before.recipe, t) : '',
    before?.encoding ? t(`encodings.${before.encoding}`) : '',
    t('files.lines', { count: lines }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Why a file cannot be read another way. */
function whyNot(file: KeptFile, hasLines: boolean): 'erased' | 'unkept' | 'unused' | undefined {
  if (file.erased_at !== null) return 'erased'
  if (file.kept_at === null) return 'unkept'
  return hasLines ? undefined : 'unused'
}

/** What the sheet has of each file; undefined while its lines are looked through. */
function useLinesByFile(workbook: Workbook): ReadonlyMap<string, LinesOfFile> | undefined {
  const [lines, setLines] = useState<ReadonlyMap<string, LinesOfFile>>()
  useEffect(() => {
    let isOver = false
    linesByFile(workbook).then(found => isOver || setLines(found))
    return () => {
      isOver = true
    }
  }, [workbook])
  return lines
}

/** The files that the server keeps beside a draft; undefined while it is asked. */
function useKeptFiles(draftId: string): readonly KeptFile[] | 'away' | undefined {
  const [files, setFiles] = useState<readonly KeptFile[] | 'away'>()
  useEffect(() => {
    let isOver = false
    fetchJson<{ sources: readonly KeptFile[] }>(`/drafts/${draftId}/sources`).then(answer => {
      if (!isOver) setFiles(answer?.sources ?? 'away')
    })
    return () => {
      isOver = true
    }
  }, [draftId])
  return files
}

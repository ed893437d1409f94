import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  type LinesOfFile,
  linesByFile,
  type PreviousReading,
} from '@/components/import/controller/files/reopen'
import {
  fetchStoredFiles,
  readingOfStored,
  type StoredFile,
} from '@/components/import/controller/files/stored-files'
import type { ImportController } from '@/components/import/controller/import-controller'
import { recipeName } from '@/components/import/summary/sentences'
import { Button } from '@/components/ui/buttons/button'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { Dialog } from '@/components/ui/overlay/dialog'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

interface Props {
  workbook: Workbook
  importer: ImportController
  draftId: string
  onClose: () => void
}

/** Lists the files of a draft, to show the summary of each again and to read it another way. */
export function FilesDialog({ workbook, importer, draftId, onClose }: Props) {
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
      {files === 'unavailable' && <p role="alert">{t('files.unavailable')}</p>}
      {Array.isArray(files) && files.length === 0 && <p className="text-ink-2">{t('files.none')}</p>}
      {lines && Array.isArray(files) && (
        <ul className="flex flex-col gap-1">
          {files.map(file => {
            const of = lines.get(file.id)
            const before = of && readingOfStored(file, of)
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
                    aria-label={t('files.downloadOf', { name: file.name })}
                    className={buttonClasses('quiet', 'small')}
                  >
                    {t('files.download')}
                  </a>
                )}
                {of && before && !why && (
                  <Button
                    size="small"
                    aria-label={t('files.readOf', { name: file.name })}
                    onClick={() => {
                      onClose()
                      importer.reopen({ id: file.id, name: file.name, before, of })
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

function Facts({ before, lines }: { before: PreviousReading | undefined; lines: number }) {
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
function whyNot(file: StoredFile, hasLines: boolean): 'erased' | 'unkept' | 'unused' | undefined {
  if (file.erased_at !== null) return 'erased'
  if (file.kept_at === null) return 'unkept'
  return hasLines ? undefined : 'unused'
}

/** The lines of each file in the sheet; undefined while they are counted. */
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

/** The stored files of a draft; undefined while they are fetched. */
function useKeptFiles(draftId: string): readonly StoredFile[] | 'unavailable' | undefined {
  const [files, setFiles] = useState<readonly StoredFile[] | 'unavailable'>()
  useEffect(() => {
    let isOver = false
    fetchStoredFiles(draftId).then(found => {
      if (!isOver) setFiles(found ?? 'unavailable')
    })
    return () => {
      isOver = true
    }
  }, [draftId])
  return files
}

import Link from 'next/link'
import { LinkLabel } from '@/app/(desk)/link-label'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { sheetIds } from '@/lib/sheet/schema/sheet-ids'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { getTranslations } from '@/lib/words/server'
import { NewDraftUpload } from './new-draft-upload'

const t = getTranslations('drafts')

/** Buttons that open a draft, empty or with a file: of one sheet, or of each. Viewers get none. */
export async function NewDraft({ sheet }: { sheet?: SheetId }) {
  const { role } = await requireOperator()
  if (!isAtLeast(role, 'editor')) return null
  const ids = sheet ? [sheet] : sheetIds
  return (
    <>
      {/* Without a sheet the file says which one it fills: one of another sheet is handed on there. */}
      <NewDraftUpload sheet={sheet ?? 'orders/japan'} variant={sheet ? 'plain' : 'primary'} />
      {ids.map(id => (
        <Link
          key={id}
          href={`/${id}/new`}
          prefetch={false}
          className={buttonClasses(sheet ? 'primary' : 'plain')}
        >
          <LinkLabel>{sheet ? t('new') : t(`newIn.${id}`)}</LinkLabel>
        </Link>
      ))}
    </>
  )
}

import { Words } from '@/app/words'
import { PageBar } from '@/components/ui/layout/page-bar'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { getTranslations } from '@/lib/words/server'
import { DraftList, type ListQuery } from './list'
import { NewDraft } from './new-draft'
import { Templates } from './templates'

const t = getTranslations('workbench.sheets')

/**
 * The page that lists the drafts of one sheet, for signed-in operators. A draft itself is another page, whose
 * scripts are larger.
 */
export function DraftsPage({ sheet, query }: { sheet: SheetId; query: ListQuery }) {
  return (
    <Words
      areas={[
        'drafts',
        'history.download',
        'intake.desk',
        'templates',
        'workbench.sheets',
        'workbench.waiting',
      ]}
    >
      <PageBar title={t(sheet)}>
        <Templates sheet={sheet} />
        <NewDraft sheet={sheet} />
      </PageBar>
      <DraftList path={`/${sheet}`} sheet={sheet} query={query} />
    </Words>
  )
}

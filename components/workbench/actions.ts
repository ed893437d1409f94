import type { RecipeActions } from '@/components/import/controller/use-recipes'
import type { SaveDefaults } from '@/components/import/defaults/use-defaults'
import type { Result } from '@/lib/desk-api/result'
import type { RunAddress, StartRunRequest } from '@/lib/desk-api/runs/runs'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import type { ViewActions } from './columns/saved-layout-memory'
import type { SaveRules } from './remember/use-remember'
import type { SuggestionActions } from './requirements/suggestion-list'

/** The server functions that the workbench needs. The page passes them in: the workbench knows no route. */
export interface WorkbenchActions {
  /** Dismisses notices about texts of the operator that others overwrote. */
  dismissConflicts(input: { draftId: string; ids: string[] }): Promise<Result<null>>
  /** Gives the draft a name; one that was never saved is created by it, on that connection. */
  rename(input: {
    draftId: string
    sheetId: SheetId
    name: string
    connectionId: string
  }): Promise<Result<null>>
  /** Has everyone who opens the draft use a connection; refused with `gone` while the draft is not stored. */
  chooseConnection(input: { draftId: string; connectionId: string }): Promise<Result<null>>
  /** Takes a draft out of the archive, so that it can be edited again. */
  unarchive(input: { draftId: string }): Promise<Result<null>>
  /**
   * Makes a draft of another sheet out of the stored lines.
   * @param input `all`: with orders that are registered or on their way. The result is the path of the new draft.
   */
  carryOver(input: {
    draftId: string
    connectionId: string
    to: SheetId
    all: boolean
  }): Promise<Result<{ path: string }>>
  /** Remembers which column the service of a connection means by a name. */
  assignFieldName(input: {
    connectionId: string
    sheet: SheetId
    field: string
    column: string
  }): Promise<Result<null>>
  /** Saves what a shop never exports: as a preset of the shop, and in the product master. */
  readonly saveDefaults: SaveDefaults
  /** Stores corrections that are repeated on imports. */
  readonly saveRules: SaveRules
  /** How suggested requirements of connections are answered. */
  readonly requirements: SuggestionActions
  readonly views: ViewActions
  readonly recipes: RecipeActions
  readonly runs: RunActions
}

/** How runs are started and controlled. */
export interface RunActions {
  /** Records a request to check the draft; the server freezes its orders and starts the run. */
  check(input: StartRunRequest): Promise<Result<{ runId: string }>>
  register(input: StartRunRequest): Promise<Result<{ runId: string }>>
  /** Sends the orders of a refused request again in halves. */
  halve(input: StartRunRequest & { attemptId: string }): Promise<Result<{ runId: string }>>
  /** Pauses a run before its next request. */
  pause(input: RunAddress): Promise<Result<null>>
  resume(input: RunAddress): Promise<Result<null>>
  /** Ends a run before its next request; its waiting orders return to the sheet. */
  cancel(input: RunAddress): Promise<Result<null>>
}

/** The permissions of the operator's role; the server checks them again. */
export interface Permissions {
  readonly edit: boolean
  readonly register: boolean
  /** Whether connections and what they require may be changed. */
  readonly administer: boolean
}

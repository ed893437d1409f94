/**
 * The name of a draft that the server may not have yet, kept for this tab: the request with it ends with the page, while
 * edits of the sheet are in the journal.
 */
export class UnsentName {
  private readonly key: string

  constructor(
    draftId: string,
    operatorId: string,
    private readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = () =>
      sessionStorage,
  ) {
    this.key = `draft-name ${operatorId} ${draftId}`
  }

  read(): string | undefined {
    return this.storage().getItem(this.key) ?? undefined
  }

  /** @param name undefined: the server has responded to it */
  keep(name: string | undefined): void {
    try {
      if (name === undefined) this.storage().removeItem(this.key)
      else this.storage().setItem(this.key, name)
    } catch {
      // Without free space the name is only on the page, which asks before it is left.
    }
  }
}

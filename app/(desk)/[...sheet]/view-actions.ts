'use server'
import { action } from '@/lib/auth/guard'
import * as views from '@/lib/desk/drafts/opening/column-views'
import {
  deleteViewSchema,
  renameViewSchema,
  saveLayoutSchema,
  saveViewSchema,
} from '@/lib/desk-api/drafts/column-views'

export const saveLayout = action({ input: saveLayoutSchema }, (input, { id }) => views.saveLayout(input, id))

export const saveView = action({ input: saveViewSchema }, (input, { id }) => views.saveView(input, id))

export const renameView = action({ input: renameViewSchema }, (input, { id }) => views.renameView(input, id))

export const deleteView = action({ input: deleteViewSchema }, (input, { id }) => views.deleteView(input, id))

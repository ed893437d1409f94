'use server'
import { refreshPath } from '@/app/(desk)/refresh-pages'
import { action } from '@/lib/auth/guard'
import * as master from '@/lib/desk/master/product-master'
import { deleteProductSchema, saveProductSchema } from '@/lib/desk-api/master/product-master'
import type { Result } from '@/lib/desk-api/result'

const refreshed = <T>(result: Result<T>) => refreshPath('/settings/products', result)

export const saveProduct = action({ role: 'editor', input: saveProductSchema }, async (input, { id }) =>
  refreshed(await master.saveProduct(input, id)),
)

export const deleteProduct = action({ role: 'editor', input: deleteProductSchema }, async ({ code }) =>
  refreshed(await master.deleteProduct(code)),
)

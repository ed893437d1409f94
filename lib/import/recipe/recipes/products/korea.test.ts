import { expect, test } from 'vitest'
import { sampleOf } from '@/testing/import/samples/all'
import { readSample, stated } from '@/testing/import/samples/read-sample'

test('Smartstore: combinations are listed line by line in one cell, and values of an axis combine freely', () => {
  const { lines, orders, leftOut } = readSample(sampleOf('smartstore-products'), 'products')
  expect(orders).toBe(3)
  expect(leftOut).toEqual([
    {
      row: 2,
      why: 'notice',
    },
  ])
  expect(lines.map(stated)).toEqual([
    {
      row: 3,
      texts: {
        productName: '가죽 반지갑',
        brandName: 'Hanbit',
        stockQuantity: '10',
        productPrice: '12500',
        domesticShippingPrice: '3000',
        freeDomesticShippingPriceCondition: '50000',
        shopProductId: 'WAL-01',
        mainImage: 'https://shop.example/wallet.jpg',
        productImages: 'https://shop.example/wallet-2.jpg\nhttps://shop.example/wallet-3.jpg',
        'productOptionGroup[].productOptionGroupType': 'COMBINATION',
        'productOptionGroup[].productOptionGroupName[0].productOptionGroupName': '색상',
        'productOptionGroup[].productOptionGroupName[1].productOptionGroupName': '용량',
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': '홍니',
        'productOptionGroup[].productOption[].productOptionName[1].productOptionName': '100cc',
        'productOptionGroup[].productOption[].optionPrice': '0',
        'productOptionGroup[].productOption[].stockQuantity': '3',
      },
      made: {
        productImages: 'joined',
        'productOptionGroup[].productOptionGroupType': 'constant',
        'productOptionGroup[].productOptionGroupName[0].productOptionGroupName': 'split',
        'productOptionGroup[].productOptionGroupName[1].productOptionGroupName': 'split',
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': 'split',
        'productOptionGroup[].productOption[].productOptionName[1].productOptionName': 'split',
        'productOptionGroup[].productOption[].optionPrice': 'split',
        'productOptionGroup[].productOption[].stockQuantity': 'split',
      },
    },
    {
      row: 3,
      texts: {
        shopProductId: 'WAL-01',
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': '자니',
        'productOptionGroup[].productOption[].productOptionName[1].productOptionName': '200cc',
        'productOptionGroup[].productOption[].optionPrice': '5000',
        'productOptionGroup[].productOption[].stockQuantity': '7',
      },
      made: {
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': 'split',
        'productOptionGroup[].productOption[].productOptionName[1].productOptionName': 'split',
        'productOptionGroup[].productOption[].optionPrice': 'split',
        'productOptionGroup[].productOption[].stockQuantity': 'split',
      },
    },
    {
      row: 4,
      texts: {
        productName: '울 비니',
        stockQuantity: '5',
        productPrice: '18900',
        shopProductId: 'BEA-07',
        'productOptionGroup[].productOptionGroupType': 'COMBINATION',
        'productOptionGroup[].productOptionGroupName[0].productOptionGroupName': '색상',
        'productOptionGroup[].productOptionGroupName[1].productOptionGroupName': '크기',
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': '아이보리',
        'productOptionGroup[].productOption[].productOptionName[1].productOptionName': 'M',
      },
      made: {
        'productOptionGroup[].productOptionGroupType': 'constant',
        'productOptionGroup[].productOptionGroupName[0].productOptionGroupName': 'split',
        'productOptionGroup[].productOptionGroupName[1].productOptionGroupName': 'split',
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': 'split',
        'productOptionGroup[].productOption[].productOptionName[1].productOptionName': 'split',
      },
    },
    {
      row: 4,
      texts: {
        shopProductId: 'BEA-07',
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': '아이보리',
        'productOptionGroup[].productOption[].productOptionName[1].productOptionName': 'L',
      },
      made: {
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': 'split',
        'productOptionGroup[].productOption[].productOptionName[1].productOptionName': 'split',
      },
    },
    {
      row: 4,
      texts: {
        shopProductId: 'BEA-07',
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': '네이비',
        'productOptionGroup[].productOption[].productOptionName[1].productOptionName': 'M',
      },
      made: {
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': 'split',
        'productOptionGroup[].productOption[].productOptionName[1].productOptionName': 'split',
      },
    },
    {
      row: 4,
      texts: {
        shopProductId: 'BEA-07',
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': '네이비',
        'productOptionGroup[].productOption[].productOptionName[1].productOptionName': 'L',
      },
      made: {
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': 'split',
        'productOptionGroup[].productOption[].productOptionName[1].productOptionName': 'split',
      },
    },
    {
      row: 5,
      texts: {
        productName: '소이 캔들',
        stockQuantity: '30',
        productPrice: '23000',
        shopProductId: 'CAN-22',
      },
      made: {},
    },
  ])
})

test('Cafe24: 색상{블랙|화이트}//사이즈{S|M} is four options', () => {
  const { lines, orders, leftOut } = readSample(sampleOf('cafe24-products'), 'products')
  expect(orders).toBe(2)
  expect(leftOut).toEqual([])
  expect(lines.map(stated)).toEqual([
    {
      row: 2,
      texts: {
        productName: '린넨 셔츠',
        brandName: 'Hanbit',
        productPrice: '39000.00',
        discountedProductPrice: '29800.00',
        domesticShippingPrice: '3000',
        shopProductId: 'SHI-11',
        'items[].itemCode': 'SHI-11',
        'items[].actualWeight': '0.35',
        'items[].hscode': '6205.90',
        'items[].material': '린넨 100%',
        mainImage: 'shirt.jpg',
        productImages: 'shirt-2.jpg\nshirt-3.jpg',
        'productOptionGroup[].productOptionGroupType': 'COMBINATION',
        'productOptionGroup[].productOptionGroupName[0].productOptionGroupName': '색상',
        'productOptionGroup[].productOptionGroupName[1].productOptionGroupName': '사이즈',
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': '블랙',
        'productOptionGroup[].productOption[].productOptionName[1].productOptionName': 'S',
        'productOptionGroup[].productOption[].availablePurchaseQuantityMin': '1',
        'productOptionGroup[].productOption[].availablePurchaseQuantityMax': '5',
      },
      made: {
        productImages: 'joined',
        'productOptionGroup[].productOptionGroupType': 'constant',
        'productOptionGroup[].productOptionGroupName[0].productOptionGroupName': 'split',
        'productOptionGroup[].productOptionGroupName[1].productOptionGroupName': 'split',
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': 'split',
        'productOptionGroup[].productOption[].productOptionName[1].productOptionName': 'split',
      },
    },
    {
      row: 2,
      texts: {
        shopProductId: 'SHI-11',
        'items[].itemCode': 'SHI-11',
        'items[].actualWeight': '0.35',
        'items[].hscode': '6205.90',
        'items[].material': '린넨 100%',
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': '블랙',
        'productOptionGroup[].productOption[].productOptionName[1].productOptionName': 'M',
        'productOptionGroup[].productOption[].availablePurchaseQuantityMin': '1',
        'productOptionGroup[].productOption[].availablePurchaseQuantityMax': '5',
      },
      made: {
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': 'split',
        'productOptionGroup[].productOption[].productOptionName[1].productOptionName': 'split',
      },
    },
    {
      row: 2,
      texts: {
        shopProductId: 'SHI-11',
        'items[].itemCode': 'SHI-11',
        'items[].actualWeight': '0.35',
        'items[].hscode': '6205.90',
        'items[].material': '린넨 100%',
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': '화이트',
        'productOptionGroup[].productOption[].productOptionName[1].productOptionName': 'S',
        'productOptionGroup[].productOption[].availablePurchaseQuantityMin': '1',
        'productOptionGroup[].productOption[].availablePurchaseQuantityMax': '5',
      },
      made: {
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': 'split',
        'productOptionGroup[].productOption[].productOptionName[1].productOptionName': 'split',
      },
    },
    {
      row: 2,
      texts: {
        shopProductId: 'SHI-11',
        'items[].itemCode': 'SHI-11',
        'items[].actualWeight': '0.35',
        'items[].hscode': '6205.90',
        'items[].material': '린넨 100%',
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': '화이트',
        'productOptionGroup[].productOption[].productOptionName[1].productOptionName': 'M',
        'productOptionGroup[].productOption[].availablePurchaseQuantityMin': '1',
        'productOptionGroup[].productOption[].availablePurchaseQuantityMax': '5',
      },
      made: {
        'productOptionGroup[].productOption[].productOptionName[0].productOptionName': 'split',
        'productOptionGroup[].productOption[].productOptionName[1].productOptionName': 'split',
      },
    },
    {
      row: 3,
      texts: {
        productName: '도자기 컵',
        productPrice: '31000',
        shopProductId: 'P0000BCE',
        'items[].itemCode': 'P0000BCE',
        'items[].material': 'ceramic',
      },
      made: {},
    },
  ])
})

import { headingsIn, rowBy, type Sample } from '../sample'

const headings = headingsIn(
  `orderItemId, orderType, Guarantee, deliveryType, lazadaId, sellerSku, lazadaSku, wareHouse, createTime, updateTime,
  rtsSla, ttsSla, orderNumber, invoiceRequired, invoiceNumber, deliveredDate, customerName, customerEmail,
  nationalRegistrationNumber, shippingName, shippingAddress, shippingAddress2, shippingAddress3, shippingAddress4,
  shippingAddress5, shippingPhone, shippingPhone2, shippingCity, shippingPostCode, shippingCountry, shippingRegion,
  billingName, billingAddr, billingAddr2, billingAddr3, billingAddr4, billingAddr5, billingPhone, billingPhone2,
  billingCity, billingPostCode, billingCountry, taxCode, branchNumber, taxInvoiceRequested, payMethod, paidPrice,
  unitPrice, sellerDiscountTotal, shippingFee, walletCredit, itemName, variation, cdShippingProvider, shippingProvider,
  shipmentTypeName, shippingProviderType, cdTrackingCode, trackingCode, trackingUrl, shippingProviderFM, trackingCodeFM,
  trackingUrlFM, promisedShippingTime, premium, status, buyerFailedDeliveryReturnInitiator, buyerFailedDeliveryReason,
  buyerFailedDeliveryDetail, buyerFailedDeliveryUserName, bundleId, bundleDiscount, refundAmount`,
)

const row = (texts: Record<string, string>) => rowBy(headings, texts)

const order = {
  orderNumber: '345678901234567',
  createTime: '01 Mar 2026 10:15',
  customerName: 'Maria Santos',
  shippingName: 'Maria Santos',
  shippingAddress: '21 Mabini Street',
  shippingAddress3: 'Metro Manila',
  shippingAddress4: 'Quezon City',
  shippingAddress5: 'Bagong Pag-asa',
  shippingPhone: '639171234567',
  shippingPostCode: '1105',
  shippingCountry: 'Philippines',
  promisedShippingTime: '03 Mar 2026 23:59',
  status: 'pending',
}

const socks = {
  itemName: 'Wool socks',
  variation: 'Color family:Black, Size:M',
  sellerSku: 'WS-BM',
  lazadaSku: '2345678901_PH-9876543210',
  unitPrice: '249.00',
  paidPrice: '219.00',
  sellerDiscountTotal: '-30.00',
}

/**
 * An order of two pieces of an item and another one without a code of the seller; an order in Singapore without further
 * lines of the address; a cancelled order, and one that has arrived.
 */
export const lazadaOrdersSample: Sample = {
  name: 'lazada-orders-2026-03-01.xlsx',
  kind: 'xlsx',
  rows: [
    headings,
    row({ ...order, ...socks, orderItemId: '345678901334567' }),
    row({ ...order, ...socks, orderItemId: '345678901434567' }),
    row({
      ...order,
      orderItemId: '345678901534567',
      itemName: 'Cap',
      lazadaSku: '2345678902_PH-9876543211',
      unitPrice: '300.00',
      paidPrice: '300.00',
    }),
    row({
      ...socks,
      orderItemId: '345678901634568',
      orderNumber: '345678901234568',
      customerName: 'Tan Wei',
      shippingName: 'Tan Mei Ling',
      customerEmail: 'tan@example.com',
      shippingAddress: '10 Bayfront Avenue',
      shippingAddress2: '#05-12',
      shippingPhone2: '6591234567',
      shippingCity: 'Singapore',
      shippingPostCode: '018956',
      shippingCountry: 'Singapore',
      status: 'ready_to_ship',
    }),
    row({
      ...order,
      ...socks,
      orderItemId: '345678901734569',
      orderNumber: '345678901234569',
      status: 'canceled',
      buyerFailedDeliveryReturnInitiator: 'cancellation-customer',
    }),
    row({
      ...order,
      ...socks,
      orderItemId: '345678901834570',
      orderNumber: '345678901234570',
      deliveredDate: '28 Feb 2026 12:00',
      status: 'confirmed',
    }),
  ],
}

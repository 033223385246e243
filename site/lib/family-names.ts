const familyNames: Record<string, string> = {
  'yieldmax-single': 'YieldMax, single stock',
  'yieldmax-portfolio': 'YieldMax, portfolio',
  graniteshares: 'GraniteShares',
  'roundhill-weeklypay': 'Roundhill WeeklyPay',
  'roundhill-other': 'Roundhill, other',
  defiance: 'Defiance'
}

export function nameOfFamily(family: string): string {
  return familyNames[family] ?? family
}

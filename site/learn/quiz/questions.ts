import { formatMoney, formatPercent } from '../../lib/format.ts'
import { fairYear } from '../figures/fund-year.ts'
import { coveredCallTerms, market } from '../figures/option-payoff.ts'

type Choice = { text: string; because: string; isRight?: true }
export type QuizQuestion = { question: string; choices: readonly Choice[] }

const { call105 } = market
const { cap } = coveredCallTerms(call105)
const { start, end, totalReturn, navChange, trailingYield } = fairYear
const percent = (fraction: number) => formatPercent(Math.abs(fraction) * 100, 1)

export const questions: readonly QuizQuestion[] = [
  {
    question:
      'A US fund goes ex on Thursday. What is the last moment to buy its shares and still get the payment?',
    choices: [
      {
        text: 'Thursday morning, at the open',
        because:
          'From the ex-date on, the share trades without the payment. A Thursday purchase settles on Friday, after the record.'
      },
      {
        text: 'Wednesday, at the close',
        isRight: true,
        because:
          'Trades settle one business day later (T+1). A Wednesday purchase settles on Thursday, the record date, so you are in the books in time.'
      },
      {
        text: 'Friday, before the cash is paid',
        because:
          'The pay date decides when the cash arrives, not who gets it. That was settled on the record date.'
      }
    ]
  },
  {
    question: 'A fund shows a distribution rate of 60%. What does that tell you?',
    choices: [
      {
        text: 'A holder gains about 60% in a year',
        because:
          'The rate says nothing about the price, which falls by what is paid out. The gain is the total return.'
      },
      {
        text: 'It paid 60% of its price in the last twelve months',
        because:
          'That would be the trailing yield, which looks back. The distribution rate looks at the latest payment alone.'
      },
      {
        text: 'Its latest payment, repeated for a year, would add up to 60% of its NAV',
        isRight: true,
        because:
          'The distribution rate is the latest payment times the payments in a year, divided by the NAV. It assumes that nothing changes.'
      }
    ]
  },
  {
    question: `You buy a stock at ${formatMoney(market.stock)} and sell a call with a strike of ${formatMoney(call105.strike)} for ${formatMoney(call105.premium)}. At expiry the stock stands at $120.00. What did you gain a share?`,
    choices: [
      {
        text: formatMoney(cap),
        isRight: true,
        because: `You sell at the strike: ${formatMoney(call105.strike - market.stock)} on the stock plus ${formatMoney(call105.premium)} of premium makes ${formatMoney(cap)}. The rise above the strike belongs to the buyer of the call.`
      },
      {
        text: formatMoney(20 + call105.premium),
        because:
          'That would be the whole rise plus the premium. The call you sold gives everything above the strike away.'
      },
      {
        text: formatMoney(call105.premium),
        because: `The premium is yours, and so is the way from ${formatMoney(market.stock)} up to the strike.`
      }
    ]
  },
  {
    question: `In a year a fund's share fell from ${formatMoney(start)} to ${formatMoney(end.nav)} and paid ${formatMoney(end.paid)}. How did a holder do who kept the cash?`,
    choices: [
      {
        text: `A loss of ${percent(navChange)}`,
        because: 'That is the change in NAV alone. The payments belong to the result, too.'
      },
      {
        text: `A gain of ${percent(totalReturn)}`,
        isRight: true,
        because: `${formatMoney(end.nav)} and ${formatMoney(end.paid)} make ${formatMoney(end.nav + end.paid)}. Against ${formatMoney(start)} that is a total return of ${percent(totalReturn)}, before taxes.`
      },
      {
        text: `A gain of ${percent(trailingYield)}`,
        because: 'That is the trailing yield: the payments divided by the fallen price. It forgets the fall.'
      }
    ]
  },
  {
    question:
      'You bought a share at $20.00, received $3.00 of return of capital, and sell at $18.00. What do you have for US taxes, in general?',
    choices: [
      {
        text: 'A loss of $2.00',
        because:
          'The price fell by $2.00, but return of capital lowered your cost basis from $20.00 to $17.00.'
      },
      {
        text: 'Nothing, because return of capital is tax-free',
        because:
          'It is generally not taxed when it is paid. It lowers your cost basis, so the tax is put off until you sell.'
      },
      {
        text: 'A gain of $1.00',
        isRight: true,
        because: 'Your basis is $20.00 minus $3.00, that is $17.00. A sale at $18.00 leaves a gain of $1.00.'
      }
    ]
  },
  {
    question:
      'You hold 100 shares at $5.00 that pay $0.05 each. Then comes a one-for-ten reverse split. What has changed?',
    choices: [
      {
        text: 'The units only: 10 shares at about $50.00, paying about $0.50 each',
        isRight: true,
        because:
          'A tenth of the shares, ten times the price and ten times the payment: $500.00 and $5.00 as before. Old figures must be put on the new share basis before you compare.'
      },
      {
        text: 'My income is ten times as high',
        because:
          'Each share pays ten times as much, and you have a tenth of the shares. The cash is the same.'
      },
      {
        text: 'I have lost 90%',
        because: 'You have a tenth of the shares, each worth ten times as much. The value is the same.'
      }
    ]
  }
]

/** The questions with their right answers, as a schema.org FAQPage. */
export function questionsAsFaq(): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, choices }) => {
      const right = choices.find(({ isRight }) => isRight)
      return {
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: `${right?.text}. ${right?.because}` }
      }
    })
  }
}

import { createHash } from 'node:crypto'

/** The logos of the demo's organisations: PNG pictures in base64. */
const LOGOS: Readonly<Record<string, readonly string[]>> = {
  riverside: [
    'iVBORw0KGgoAAAANSUhEUgAAAGQAAABkBAMAAACCzIhnAAAAMFBMVEVMaXFCN8pCN8pCN8pCOMlDN8pDOMr///9TSc+loObz8/x0bNiTjOHQzfK8uOzl5Phk',
    '9WmPAAAABnRSTlMA5I6xKWKdEqw+AAAACXBIWXMAAAsTAAALEwEAmpwYAAAB+klEQVRYw+2Yz0sCQRTHtewuRZ4LwnNdOktQ54L+Aa2GFaXroJTeFiLM25oG',
    'XRexs1RER4Xae/0F/aCDRztJ6+64OzOrOzPPU7Dfk8J82DfvvfnCe7GYq52tFApVdmUjRiuxjiS0nKGINJJSzkcOkKRWJ8QCktYaQbblkSOXWEQK2nSQtAri',
    'ZGAJKWnfRuJqSFI1LieyBFJURqUok9LEVZFkbE8VOVa9PUInKt0y6ZmUKpKFIEhZERIh8yCXlvWqqyCFAbZV/ZFHLkzsqq1LIlfYU0WXQoqmj+A7GUR7w7Te',
    'JZBHhsDlrhApYk4lIfLJI/hDgNTIuep3c0B+nuvhCLl7e3yDBzM8AwRp0CUkJa0yn6kbHJJnQiFh/lKENizx1x9/pucd6AcSbdfA4BD7Mx2qP93QzvzWoNLu',
    'lbLBhF5nM+C2hsEheTpyO3Q3tGv3X4uu7qxXSTJQvhmH2SKVCke8Lh01b4dsq858+6eBDqoI7aLPI4YQKZgs0ZEwpRpD+F0aZkov9JPrSZmSRj2iL0lTIiX0',
    'SiplSs9OTUZdFVPSnizrPjKlyJQiU/pXpsRIxpT4rIlNKciITGmappqSYBgJmhJofgEMVoDxDTAkAkZRwMALGKsBwztkRQBYRADWHZClCmB1A1kQAdZQ0hnI',
    'zbVSs7UrXtwdkqN/huTjzSkkkakAAAAASUVORK5CYII=',
  ],
  harbour: [
    'iVBORw0KGgoAAAANSUhEUgAAAGQAAABkBAMAAACCzIhnAAAAMFBMVEVMaXEOdW0Odm0Odm4PdG8OdW4OdW0Pdm7///+Hu7e01NLn8vEmg3xlp6JBk4zP5OJe',
    'cbD5AAAAB3RSTlMAn+lHF4DGyr7B3wAAAAlwSFlzAAALEwAACxMBAJqcGAAAAhdJREFUWMPt2L1PAjEUAPCq6Owkq4kaV2NiXIl/gdHBVSdmMNKggGvhVEbE',
    'z9EzmDiKxLj6QdARTMQVje5i4uC1B157fcC1Lg73Fo7c/a6vPXrkPYTsmBmZxF0jurKI+AgsYA8xEeJEEHuKiGOmsccYa4s+7DmGWyTsncRsMYQVYpmRoAqJ',
    'UDGAlWLKInNqZFw1L5ZZACtGCA2qknnUr0pG0awqWUVLqmRNdcHokoVVSQzBmzFOrMjB2xNhVYJ94pO/krwVe5Sc0iNPhAjhk/9C6AM8pld/eX6U/n7xiU+8',
    'kMp5DiLx0nMHUikQ8gmRTUJKLxBJ0au2IHJLvzSgUYrWiTREdq1jA0zMtM5kIdK0jjMgqXHj84RlvA0SlvKJTNb5SYqEndqRySt3KxdhCWRkYooLJjxKOk1S',
    'dZMk4ZbFTdj8r9yk7Jq9QDac+3GEjX3RgbAU7Ik6hC1KK13gZ9n8XQCHmO6piIQtJ/nmySPhlh4g7EJiVB2SLBJp54hbjGVBstU2SbJU+R+YRMr2n51xeEc/',
    'Dp7sMVoLD5NEkQBh3HTb++8Que76ukg0ew4ivWHuZXLW66VUc4t0z/dYwhRFpiERqRhJmd1FFCh5UvuOuGwAJQ9UWL0VbFA6AgsruHx7qOfz9Y8O5ZtGkahR',
    'imoUvBpltUbxrtMi0GhEaLQ7VDo37aaKRutGp0Gk0YbSaXZptNTUGnc/ch4MamaPg3AAAAAASUVORK5CYII=',
  ],
}

/** The picture of an organisation. */
export function logoRow(systemName: string) {
  const png = Buffer.from((LOGOS[systemName] ?? []).join(''), 'base64')
  return { kind: 'organisation', png, hash: createHash('sha256').update(png).digest('hex').slice(0, 16) } as const
}

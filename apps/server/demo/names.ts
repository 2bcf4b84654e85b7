const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Names as a city's letter boxes show them. */
export const FIRST_NAMES = words(`
  Amara Lukas Mei Rafael Ingrid Tariq Grace Hiroshi Lucía Kwame Anja Diego Fatima Owen Priya Mateusz Zoë Samuel Leila Noah
  Chidi Emma Ravi Sofía Yusuf Hannah Minh Clara Ibrahim Elif Thomas Naledi Jonas Aaliyah Pavel Camila Arjun Freya Malik Olivia
  Sven Aisha Marco Nia Dmitri Hana Carlos Ewa Tomás Simone Kofi Linnea Omar Beatriz Wei Ruth Andrei Sana Julian Marta
  Ezra Yuki Paula Idris Nora Hassan Vera Leon Thandi Felix Ines Karim Astrid Joaquín Mina Patrick Zainab Viktor Rosa Eun-ji
`)

export const LAST_NAMES = words(`
  Okonkwo Lindqvist Chen Fernández Novak Hassan O'Brien Tanaka García Mensah Schmidt Vargas Al-Sayed Hughes Sharma Kowalski Baker
  Nkosi Rahimi Petersen Adeyemi Dubois Iyer Moreno Demir Fischer Nguyen Romano Diallo Yılmaz Walker Dlamini Hansen Johnson Sokolov
  Rojas Menon Larsen Abdi Clarke Johansson Khan Rossi Williams Ivanov Sato Ortega Zieliński Silva Laurent Asante Berg Haddad Costa
  Liu Goldberg Popescu Malik Castillo Wójcik Levi Nakamura Navarro Osei Murphy Farouk Horváth Weber Mokoena Bianchi Ribeiro Aziz
  Dahl Mendoza Park Kelly Bello Kuznetsov Santos Choi
`)

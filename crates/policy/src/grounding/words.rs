//! How people ask for things: the words that ask for each kind of act, in the languages that people speak to a phone.
//!
//! Buttons have other words than people: a button says `Send`, a person says "tell Sam". Entries are as in `lexicon`:
//! one word or several in a row, separated by commas. The order is English, German, French, Spanish, Italian,
//! Portuguese, Dutch, Polish, Russian, Ukrainian, Turkish, Arabic, Persian, Hindi, Chinese, Japanese, Korean,
//! Indonesian, Vietnamese, Scandinavian. To add a language, add its words to each list.

/// Phrases that ask for information; they ask for no action.
pub(super) const FOR_ME: &str = "
    write a note, write down, fast forward, in the group of, tell me, tells me, send me, show me, text me, write me, let me know, ask me, remind me, give me, forward me, call me,
    sag mir, sage mir, schick mir, schicke mir, schreib mir, zeig mir, erzahl mir, sag bescheid, frag mich, ruf mich,
    dis moi, dites moi, envoie moi, ecris moi, montre moi, demande moi, rappelle moi, previens moi,
    mandami, scrivimi, dimmi, mandame, escribeme, dime, avisame, me manda, me diga, me envie, me avise,
    stuur me, stuur mij, vertel me, vertel mij, zeg me, laat me weten, wyslij mi, napisz mi, powiedz mi, daj mi znac,
    напиши мне, скажи мне, пришли мне, сообщи мне, скажи мені, напиши мені, повідом мені,
    bana gonder, bana soyle, bana yaz, bana haber ver, ارسل لي, قل لي, اخبرني, به من بگو, برایم بفرست,
    मुझे बता, मुझे भेज, मुझे लिख, 告诉我, 告訴我, 给我, 給我, 发给我, 發給我, 给我发, 給我發, 通知我, 私に送, 教えて, 알려줘, 알려 줘, 나에게,
    kirimkan saya, beri tahu saya, beritahu saya, noi cho toi, gui cho toi, beratta for mig, skicka mig, fortell meg";

/// Words that ask to write to a person, whatever comes before them.
pub(super) const MESSAGES: &str = "
    send, sends, tell, reply, replies, respond, write, let know, forward, share, ask, invite, notify, inform, thank,
    congratulate, wish, say to, say hi to, say hello to, write back, drop a line, pass on, get back to,
    schick, schicke, schicken, sende, senden, schreib, schreibe, schreiben, sag, sage, antworte, antworten, antwort,
    teil mit, teile mit, mitteilen, frag, frage, fragen, informiere, benachrichtige, simse, maile, leite weiter, leite,
    weiterleiten, teile, teilen, lade ein, lad, gratuliere, bedanke, richte aus, gib bescheid, bescheid, whatsappe,
    envoie, envoyer, envoyez, ecris, ecrire, ecrivez, dis, dire, dites, reponds, repondre, repondez, previens, prevenir,
    transfere, transferer, partage, partager, demande, invite, fais savoir, informe, informer, remercie, texte,
    envia, enviar, envie, enviale, enviales, manda, mandar, mande, mandale, mandales, escribe, escribir, escribele, dile,
    diles, responde, responder, respondele, contesta, contestar, contestale, avisa, avisale, comparte, compartir,
    reenvia, reenviar, pregunta, preguntale, invita, felicita, agradece,
    invia, inviare, mandare, scrivi, scrivere, rispondi, rispondere, di a, dille, digli, avvisa, avvisare, condividi,
    condividere, inoltra, inoltrare, chiedi, chiedere, mandagli, scrivile, scrivigli, ringrazia, inviale, inviagli,
    escreve, escreva, escrever, responda, diga, diz, avise, compartilhe, compartilha, compartilhar, partilha,
    encaminhe, encaminha, encaminhar, pergunte, convida, convide, agradeca, mandar mensagem,
    stuur, sturen, verstuur, versturen, schrijf, schrijven, antwoord, antwoorden, beantwoord, zeg, zeggen, vertel,
    appen, deel, delen, vraag, vragen, laat weten, informeer, nodig uit, doorsturen, stuur door, bedank,
    wyslij, wyslac, napisz, napisac, odpisz, odpisac, odpowiedz, powiedz, przekaz, udostepnij, zapytaj, zapros,
    poinformuj, przeslij, przeslac, daj znac, podziekuj,
    отправь, отправить, отправьте, пошли, послать, напиши, написать, напишите, ответь, ответить, ответьте, скажи, передай,
    передать, сообщи, сообщить, перешли, переслать, поделись, спроси, пригласи, скинь, поздравь, поблагодари,
    надішли, надіслати, відправ, відправити, написати, відповідай, відповісти, дай відповідь, повідом, повідомити,
    поділись, запитай, запроси, привітай,
    gonder, gonderir, gonderin, gondersene, gondermek, yolla, yaz, yazar, yazsana, cevapla, yanitla, cevap ver, yanit ver,
    soyle, soyler, ilet, paylas, sor, davet et, mesaj at, haber ver, bildir,
    ارسل, ابعث, اكتب, رد, اجب, قل, اخبر, شارك, اسال, ادع, حول, راسل, ابلغ, إرسال,
    بفرست, بنویس, جواب بده, پاسخ بده, بگو, خبر بده, به اشتراک بگذار, دعوت کن, بپرس, پیام بده,
    भेज, लिख, जवाब, को बता, कह, शेयर, पूछ, मैसेज कर, संदेश दे, उत्तर, आमंत्रित,
    发送, 发给, 发消息, 发短信, 发信息, 发邮件, 发微信, 发条, 发一条, 发个, 给, 回复, 告诉, 告知, 写信, 写给, 转发, 分享, 问一下, 问问, 邀请,
    通知, 发一封, 发照片, 發送, 傳送, 傳訊息, 傳給, 發給, 發訊息, 回覆, 轉發, 告訴, 邀請,
    送って, 送信, 送る, 送り, 返信, 返事, 伝えて, 伝え, 書いて, メールして, メッセージして, 転送, 共有, シェア, 招待, 連絡して, 知らせて, 聞いて,
    보내, 답장, 전송, 전해, 써줘, 써 줘, 문자해, 문자 해, 메시지 해, 말해, 공유, 초대, 전달, 물어, 답해, 알려,
    kirim, kirimkan, tulis, tuliskan, balas, jawab, beri tahu, beritahu, sampaikan, bagikan, teruskan, tanyakan, undang,
    kabari, gui, nhan, viet, tra loi, noi voi, bao cho, chia se, chuyen tiep,
    skicka, skriv, svara, svar, beratta for, fortell, sag till, si til, meddela, dela, fraga, bjud in, messa, sporg";

/// Words that ask to write to a person only in the position of a verb: "text Sam", but not "the text from Sam".
pub(super) const MESSAGES_AS_VERB: &str = "text, message, email, mail, answer, dm, ping, whatsapp, sms, e mail, remind";

/// Words that ask to call a person, whatever comes before them.
pub(super) const CALLS: &str = "
    dial, call back, video call, videocall, facetime, give a call, make a call, get on the phone, redial, calling, return the call, return my call, missed call back, return my missed call,
    return the missed call, voice call, start a call,
    anrufen, telefoniere, telefonieren, klingel, wahle, zuruckrufen, anruf bei, videoanruf,
    appelle, appeler, appelez, telephone a, telephoner, rappelle, rappeler, passe un appel,
    llama, llamar, llame, llamale, devuelve la ultima llamada, devuelve la llamada, marca, marcar, telefonea, videollamada, devuelve la llamada,
    chiama, chiamare, telefona, telefonare, richiama, richiamare, videochiamata,
    liga para, ligue para, ligar para, liga pra, ligue pra, liga pro, liga a, ligar a, telefone para, faca uma ligacao,
    retorna a ligacao, bel, bellen, opbellen, terugbellen, bel terug, zadzwon, zadzwonic, oddzwon, dzwon,
    позвони, позвонить, позвоните, набери, набрать, перезвони, перезвонить, звони, подзвони, подзвонити, зателефонуй,
    зателефонувати, передзвони, ara, arar, arayin, arasana, arayabilir, geri ara, telefon et, telefon ac,
    اتصل, كلم, هاتف, اطلب رقم, زنگ بزن, تماس بگیر, कॉल, फोन कर, फ़ोन कर, फोन लगा, फ़ोन लगा, 打电话, 呼叫, 致电, 拨打, 打给, 通话, 回电,
    拨号, 視訊, 打電話, 撥打, 打給, 回電, 電話して, 電話をかけ, 電話かけ, 電話する, かけ直, 通話, 折り返し, 전화해, 전화 해, 전화 걸, 전화걸, 전화를 걸, 다시 걸,
    통화, 걸어, 전화 좀, telepon, hubungi, panggil, goi, ringa, ring upp, ring til, ring opp";

/// Words that ask to call a person only in the position of a verb: "call Sam", but not "my last call".
pub(super) const CALLS_AS_VERB: &str = "call, ring, phone, buzz";

/// Words that ask to answer a ringing phone.
pub(super) const ANSWERS_CALL: &str = "
    answer, pick up, accept the call, take the call, geh ran, rangehen, nimm ab, abheben, annehmen, nimm den anruf,
    reponds, decroche, contesta, coge, descuelga, rispondi, atende, atenda, neem op, opnemen, odbierz, ответь, возьми трубку,
    прийми, відповідай, cevapla, telefonu ac, رد, اجب, जवाब, उठा, 接, 接听, 接聽, 出て, 応答, 받아, angkat, nghe may, svara";

/// Words for a group of people.
pub(super) const GROUPS: &str = "
    group, groups, chat room, everyone, everybody, gruppe, gruppen, alle, groupe, tout le monde, grupo, todos, gruppo,
    tutti, groep, iedereen, grupa, grupe, grupy, wszystkich, wszystkim, группа, группу, группе, всем, група, групу, всім,
    grup, grubu, gruba, herkes, مجموعة, الجميع, گروه, ग्रुप, समूह, सबको, 群, グループ, みんな, 그룹, 단톡, 모두, semua, nhom, gruppen";

/// Words for contacts and their numbers.
pub(super) const CONTACTS: &str = "
    contact, contacts, address book, phone book, number, numbers, phone number, email address, kontakt, kontakte, kontakten,
    nummer, telefonnummer, adressbuch, contacto, contactos, numero, contatto, contatti, contato, contatos, rubrica, agenda,
    contactpersoon, contacten, kontaktow, kontakcie, numer, контакт, контакты, контактам, номер, номера, kisi, kisiler,
    rehber, numara, جهة اتصال, جهات الاتصال, رقم, مخاطب, شماره, संपर्क, नंबर, 联系人, 联络人, 通讯录, 号码, 電話號碼, 號碼, 聯絡人, 連絡先,
    電話番号, 番号, 연락처, 번호, kontak, nomor, danh ba, so dien thoai, lien he";

/// Words that ask to change or to remove something.
pub(super) const EDITS: &str = "
    add, save, create, new, change, update, edit, store, put, replace, merge, delete, remove, clear, empty, erase, rewrite,
    correct, fix, rename, overwrite, set, modify, cut, wipe, enter, start over, make it, shorten, reword,
    hinzufugen, fuge, fug, speicher, speichere, speichern, erstelle, neu, neue, neuen, andere, andern, aktualisiere, trage,
    ersetze, losche, losch, loschen, leere, leeren, korrigiere, umbenenne, benenne, uberschreibe, entferne, anlegen, lege,
    ajoute, ajouter, enregistre, enregistrer, cree, creer, nouveau, change, changer, modifie, modifier, remplace, supprime,
    supprimer, efface, effacer, vide, corrige, renomme, mets a jour,
    anade, anadir, agrega, agregar, guarda, guardar, crea, crear, nuevo, cambia, cambiar, actualiza, edita, editar,
    reemplaza, borra, borrar, elimina, eliminar, vacia, corrige, renombra,
    aggiungi, salva, salvare, crea, nuovo, cambia, modifica, aggiorna, sostituisci, cancella, elimina, svuota, correggi,
    adiciona, adicione, adicionar, salve, salvar, guarde, cria, crie, novo, muda, mude, altera, altere, atualiza,
    edite, substitui, apaga, apague, limpa, limpe, corrija, voeg, toevoegen, sla op, opslaan, maak, nieuw, wijzig, verander,
    bewerk, vervang, verwijder, wis, leeg, dodaj, zapisz, utworz, nowy, zmien, edytuj, zaktualizuj, zamien, usun, wyczysc,
    popraw, добавь, добавить, сохрани, создай, новый, измени, изменить, поменяй, обнови, замени, удали, удалить, очисти, исправь,
    додай, збережи, створи, зміни, заміни, видали, очисти, ekle, kaydet, olustur, yeni, degistir, guncelle, duzenle, sil,
    temizle, duzelt, اضف, احفظ, انشئ, غير, عدل, استبدل, احذف, امسح, حدث, اضافه کن, ذخیره کن, تغییر, حذف, ویرایش,
    जोड़, सेव, बना, बदल, अपडेट, हटा, मिटा, संपादित, 添加, 新增, 加, 保存, 存, 新建, 创建, 修改, 更改, 改, 更新, 替换, 删除, 清空, 编辑, 儲存,
    建立, 刪除, 編輯, 追加, 登録, 保存, 作成, 変更, 更新, 編集, 置き換え, 削除, 消して, 直して, 추가, 저장, 만들, 변경, 바꿔, 수정, 편집, 삭제, 지워,
    tambah, tambahkan, simpan, buat, baru, ubah, ganti, perbarui, edit, hapus, kosongkan, them, luu, tao, doi, sua, xoa,
    lagg till, spara, skapa, andra, byt, ta bort, radera, tilfoj, gem, slet, legg til, lagre, slett";

/// Words that ask to react to a post, or to follow a person.
pub(super) const REACTS: &str = "
    like, react, thumbs up, thumbs down, heart, follow, unfollow, friend request, add friend, vote, poke, super like,
    reagiere, daumen hoch, folge, folgen, freundschaftsanfrage, like es, gefallt, aime, reagis, pouce, suis, abonne,
    me gusta, corazon, reacciona, sigue, seguir, mi piace, reagisci, segui, curte, curta, curtir, reage, reaja, siga, reageer, volg,
    polub, zareaguj, obserwuj, лайкни, лайк, поставь, отреагируй, подпишись, вподобай, підпишись, begen, tepki, takip et,
    اعجاب, تفاعل, تابع, लाइक, प्रतिक्रिया, फॉलो, 点赞, 點讚, 赞, 讚, 关注, 關注, 加好友, いいね, リアクション, フォロー, 좋아요, 반응, 팔로우, suka, ikuti,
    thich, theo doi, gilla, folj";

/// Words that ask to publish something.
pub(super) const POSTS: &str = "
    post, posts, tweet, publish, upload, comment, review, rate, story, blog, poste, posten, veroffentliche, twittere,
    kommentiere, hochladen, lade hoch, bewerte, publie, publier, commente, publica, publicar, comenta, pubblica, commenta,
    publique, comente, plaats, plaatsen, reageer op, opublikuj, skomentuj, опубликуй, запости, прокомментируй, опублікуй, paylas,
    yorum yap, انشر, علق, पोस्ट, टिप्पणी, 发布, 发帖, 评论, 發佈, 發文, 評論, 投稿, コメント, 게시, 올려, 댓글, unggah, posting, komentar, dang,
    binh luan, publicera, lagg upp, kommentera";

/// Words that ask to fill in and submit a form.
pub(super) const SUBMITS: &str = "
    submit, sign up, register, fill, fill in, fill out, log in, login, sign in, book, apply, order, vote, subscribe, search,
    look up, find, google, enter, check in, reserve, translate, convert, calculate, answer, reply, send, post, add, create,
    absenden, anmelden, melde, registriere, fulle, ausfullen, buche, bestelle, suche, such, finde, einloggen, logge,
    inscris, remplis, connecte, reserve, commande, cherche, recherche, envoie, registra, rellena, inicia, busca, buscar,
    reserva, compila, iscriviti, accedi, cerca, prenota, preenche, preencha, entre, procura, procure, vul, meld, zoek, boek,
    wypelnij, zarejestruj, zaloguj, szukaj, wyszukaj, znajdz, заполни, зарегистрируй, войди, найди, ищи, забронируй, заповни,
    знайди, doldur, kaydol, giris, ara, bul, املا, سجل, ابحث, भर, लॉग, खोज, 填, 注册, 登录, 搜索, 查, 提交, 预订, 搜尋, 登入, 記入, 登録,
    ログイン, 検索, 調べ, 送信, 予約, 작성, 가입, 로그인, 검색, 찾아, 제출, 예약, isi, daftar, masuk, cari, dien, dang ky, dang nhap, tim, sok, fyll";

/// Words for attachments: a file, a picture, a place.
pub(super) const ATTACHMENTS: &str = "
    photo, photos, picture, pictures, image, video, document, file, pdf, attachment, voice message, voice note, recording,
    contact, card, screenshot, selfie, foto, fotos, bild, bilder, datei, dokument, sprachnachricht, aufnahme, kontakt, image,
    fichier, message vocal, documento, archivo, imagen, mensaje de voz, nota de voz, file, immagine, messaggio vocale, arquivo,
    imagem, mensagem de voz, bestand, afbeelding, spraakbericht, zdjecie, zdjecia, plik, glosowa, фото, фотографию, файл, документ,
    голосовое, картинку, fotograf, resim, dosya, belge, sesli, صورة, ملف, مستند, رسالة صوتية, عکس, فایل, फोटो, तस्वीर, फाइल, वॉइस, 照片, 图片, 文件,
    语音, 文档, 圖片, 檔案, 写真, 画像, ファイル, ボイス, 사진, 파일, 음성, 문서, gambar, berkas, dokumen, suara, anh, tep, tap tin";

/// Words for a place that is shared.
pub(super) const PLACES: &str = "
    location, where i am, my position, whereabouts, address, standort, wo ich bin, position, adresse, ubicacion, donde estoy,
    posizione, dove sono, localizacao, onde estou, locatie, waar ik ben, lokalizacja, lokalizacje, gdzie jestem, геолокация,
    геолокацию, местоположение, где я, місцезнаходження, де я, konum, konumumu, neredeyim, موقعي, الموقع, موقعیت, स्थान, लोकेशन, 位置, 定位,
    場所, 現在地, 위치, lokasi, vi tri, plats";

/// Words that identify a person by an action of theirs: the phone's own records hold the answer.
pub(super) const LAST_WRITER: &str = "
    reply, respond, answer, write back, texted me, wrote me, wrote to me, just texted, just wrote, messaged me, last message, latest message, newest message, last text, new message, sender,
    antworte, antworten, antwort, letzte nachricht, letzten nachricht, neueste nachricht, letzte sms, zuruckschreiben, absender,
    reponds, repondre, dernier message, dernier sms, responde, responder, contesta, ultimo mensaje, rispondi, ultimo messaggio, responda,
    ultima mensagem, antwoord, beantwoord, laatste bericht, odpowiedz, odpisz, ostatnia wiadomosc, ответь, ответить,
    последнее сообщение, відповідай, останнє повідомлення, cevapla, yanitla, cevap ver, son mesaj, رد, اجب, آخر رسالة, جواب, پاسخ, जवाब,
    आखिरी संदेश, 回复, 回覆, 最后一条, 最新消息, 返信, 返事, 最後のメッセージ, 答え, 답장, 답해, 마지막 메시지, balas, jawab, pesan terakhir, tra loi,
    tin nhan cuoi, svara, svar, senaste meddelandet";

/// Words that point at the person who called last.
pub(super) const LAST_CALLER: &str = "
    call back, last caller, missed call, last call, whoever called, who called, the last number, redial, return the call,
    zuruckrufen, ruf zuruck, rufe zuruck, letzter anrufer, letzten anrufer, verpassten anruf, letzte nummer, wahlwiederholung,
    rappelle, dernier appel, dernier appelant, appel manque, devuelve la llamada, ultima llamada, llamada perdida, just called me, called me, richiama,
    ultima chiamata, chiamata persa, retorna, ultima ligacao, chamada perdida, terugbellen, bel terug, laatste beller,
    gemiste oproep, oddzwon, ostatnie polaczenie, перезвони, последний звонок, пропущенный, передзвони, пропущений, geri ara, son arayan,
    cevapsiz, اتصل به, آخر متصل, مكالمة فائتة, 回电, 回電, 未接, 最后来电, 折り返し, かけ直, 不在着信, 최근 전화, 부재중, telepon balik, panggilan terakhir,
    goi lai, cuoc goi nho";

/// People who are named by a relation: one line per relation, in any language.
pub(super) const RELATIONS: &[&str] = &[
    "mom, mum, mommy, mummy, mama, mother, mutter, mutti, maman, mere, madre, mae, moeder, matka, мама, маме, маму, мамі, мамо, \
     мать, anne, annem, anneme, annemi, ماما, امي, مامان, مادر, माँ, मां, मम्मी, 妈妈, 妈, 媽媽, 母, お母さん, ママ, 엄마, 어머니, ibu, mamma",
    "dad, daddy, father, papa, vater, vati, pere, padre, pai, vader, tata, ojciec, папа, папе, папу, отец, тато, тату, батько, baba, \
     babam, babama, babami, بابا, ابي, پدر, पापा, पिता, 爸爸, 爸, 父, お父さん, パパ, 아빠, 아버지, ayah, bapak, pappa",
    "wife, frau, femme, esposa, mujer, moglie, mulher, vrouw, zona, жена, жене, дружина, karim, esim, زوجتي, همسر, पत्नी, 老婆, 妻子, 妻, 아내, istri",
    "husband, mann, mari, esposo, marido, marito, maz, муж, мужу, чоловік, kocam, زوجي, شوهر, पति, 老公, 丈夫, 夫, 남편, suami",
    "daughter, tochter, fille, hija, figlia, filha, dochter, corka, дочь, дочке, дочка, kizim, ابنتي, دختر, बेटी, 女儿, 女兒, 娘, 딸, datter",
    "son, sohn, fils, hijo, figlio, filho, zoon, syn, сын, сыну, син, oglum, ابني, پسر, बेटा, 儿子, 兒子, 息子, 아들",
    "sister, schwester, soeur, hermana, sorella, irma, zus, siostra, сестра, сестре, сестрі, kardesim, ablam, اختي, خواهر, बहन, 姐姐, 妹妹, 姉, 妹, 언니, 누나, kakak",
    "brother, bruder, frere, hermano, fratello, irmao, broer, brat, брат, брату, abim, اخي, برادر, भाई, 哥哥, 弟弟, 兄, 弟, 오빠, 형, adik",
    "boss, chef, chefin, patron, jefe, capo, baas, szef, начальник, шеф, patronum, مدير, رئيس, बॉस, 老板, 上司, 사장님, bos, sep",
    "grandma, granny, grandmother, oma, mamie, abuela, nonna, avo, babcia, бабушка, бабуся, nine, جدتي, दादी, 奶奶, 外婆, おばあちゃん, 할머니, nenek",
    "grandpa, grandfather, opa, abuelo, nonno, dziadek, дедушка, дідусь, dede, جدي, दादा, 爷爷, 外公, おじいちゃん, 할아버지, kakek",
];

/// Words that ask to change a setting, or to connect to something.
pub(super) const SWITCHES: &str = "
    turn, switch, enable, disable, activate, deactivate, set, change, connect, join, pair, start, stop, toggle, mute, silence, cancel, skip, allow,
    schalte, schalt, schalten, stell, stelle, aktiviere, deaktiviere, verbinde, mach, mache, koppel, kopple, koppeln, einschalten, ausschalten, anmachen,
    active, activer, desactive, allume, eteins, connecte, mets, regle, associe, activa, activar, desactiva, enciende, apaga, conecta, pon, quita,
    attiva, disattiva, accendi, spegni, connetti, collega, imposta, metti, ativa, ative, desativa, desative, liga, ligue, desliga, desligue, conecte,
    coloca, coloque, zet, schakel, verbind, wlacz, wylacz, polacz, ustaw, включи, выключи, подключи, подключись, поставь, отключи, увімкни, вимкни,
    підключи, ac, kapat, baglan, ayarla, etkinlestir, شغل, فعل, اوقف, عطل, وصل, روشن کن, خاموش کن, وصل کن, चालू, बंद, कनेक्ट, 打开, 开启, 关闭, 关掉, 连接, 切换,
    设置, 设为, 改成, 開啟, 關閉, 連接, オンに, オフに, 有効, 無効, 接続, 切り替え, つけて, 켜, 꺼, 연결, 설정, nyalakan, aktifkan, matikan, hubungkan, bat, tat,
    ket noi, sla pa, stang av, anslut, slå på, skru";

/// Words that ask to change or remove existing text, not only to add to it.
pub(super) const REPLACES: &str = "
    change, update, edit, replace, delete, remove, clear, empty, erase, rewrite, correct, fix, rename, overwrite, modify, cut, wipe, start over, shorten, reword, make it,
    andere, andern, aktualisiere, ersetze, losche, losch, loschen, leere, leeren, korrigiere, umbenenne, uberschreibe, entferne, kurze, verbessere,
    change, changer, modifie, modifier, remplace, supprime, supprimer, efface, effacer, vide, corrige, renomme, cambia, cambiar, actualiza, edita, editar, reemplaza,
    borra, borrar, elimina, eliminar, vacia, renombra, modifica, aggiorna, sostituisci, cancella, svuota, correggi, muda, mude, altera, altere, atualiza, edite,
    substitui, apaga, apague, limpa, limpe, corrija, wijzig, verander, bewerk, vervang, verwijder, wis, zmien, edytuj, zaktualizuj, zamien, usun, wyczysc, popraw,
    измени, изменить, поменяй, обнови, замени, удали, удалить, очисти, исправь, зміни, заміни, видали, degistir, guncelle, duzenle, sil, temizle, duzelt,
    غير, عدل, استبدل, احذف, امسح, حدث, تغییر, حذف, ویرایش, बदल, अपडेट, हटा, मिटा, संपादित, 修改, 更改, 改成, 更新, 替换, 删除, 清空, 编辑, 刪除, 編輯, 変更, 更新, 編集,
    置き換え, 削除, 消して, 直して, 변경, 바꿔, 수정, 편집, 삭제, 지워, ubah, ganti, perbarui, hapus, kosongkan, doi, sua, xoa, andra, byt, ta bort, radera, slet, slett";
